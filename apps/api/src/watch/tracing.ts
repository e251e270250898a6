/**
 * Traces requests, calls and statements to the OpenTelemetry collector of OTEL_EXPORTER_OTLP_ENDPOINT. Loaded before the service,
 * `node --import ./apps/api/src/watch/tracing.ts …`; without that setting nothing of OpenTelemetry is.
 */
if ((process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '') !== '') {
  const { startTracing } = await import('./spans.ts');
  startTracing();
}
