/**
 * Sends traces of requests, calls and statements to the collector in
 * OTEL_EXPORTER_OTLP_ENDPOINT. Load it before the service: `node --import
 * ./apps/api/src/watch/tracing.ts …`. Without that setting it loads nothing of
 * OpenTelemetry.
 */
if ((process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '') !== '') {
  const { startTracing } = await import('./spans.ts').catch((cause: unknown) => {
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed: make the folder by `deploy/assemble.sh FOLDER tracing`, or unset it.',
      { cause },
    );
  });
  startTracing();
}
