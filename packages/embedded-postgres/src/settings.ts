/**
 * PostgreSQL's settings, as its arguments. They are given at each start instead of being written
 * into the cluster, so a new release of Namecard changes them everywhere.
 */
export function serverArguments(
  cluster: string,
  port: number,
  durable: boolean,
): string[] {
  const settings = { ...common, ...(durable ? {} : fast) };
  const given = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  return ['-D', cluster, '-p', String(port), ...given];
}

const common = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  // Nothing replicates from this server, so its log need not allow for it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Compiling pays for long reports; here it would only delay short statements.
  jit: 'off',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '',
  // Errors in statements come back to whoever sent them; their text and detail would put people's data into the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** For data that nobody will miss after a crash, as in tests. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
