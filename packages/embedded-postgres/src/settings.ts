/** Set at each start, so that a new release changes them everywhere. */
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
  // Nothing replicates from this server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Compiling would only delay short statements.
  jit: 'off',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '',
  // The client gets its statement's errors. Their text would put personal data
  // into the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** For data that a crash may lose, as in tests. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
