import { createRequire } from 'node:module';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { tracing } from './tracing-hooks.ts';

/** The current and the former attribute name in OpenTelemetry's conventions. */
const holdText = new Set(['db.query.text', 'db.statement']);

/** Keeps prepared statements. MikroORM writes values into others. */
function withoutValues(
  attributes: ReadableSpan['attributes'],
): ReadableSpan['attributes'] {
  if ('db.postgresql.plan' in attributes) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !holdText.has(name)),
  );
}

/** Errors may quote values, so only the code of a status is kept. */
const redacted = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    status: { value: { code: span.status.code } },
    events: { value: [] },
    attributes: { value: withoutValues(span.attributes) },
  });

function withoutErrors(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(redacted), done),
    shutdown: () => exporter.shutdown(),
  };
}

/** Starts tracing. Must run before any traced module is loaded. */
export function startTracing(): void {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'namecard' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(withoutErrors(new OTLPTraceExporter()))],
  });
  provider.register();
  const server = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
    recordExceptions: false,
    // Replaces the path and query, which contain what the client asked for.
    requestHook: (span, { routeOptions }) =>
      void span.setAttribute('url.path', routeOptions.url ?? ''),
  });
  server.setTracerProvider(provider);
  // Only statements of calls: the service itself queries the database every
  // second.
  const database = new PgInstrumentation({
    requireParentSpan: true,
    ignoreConnectSpans: true,
  });
  database.setTracerProvider(provider);
  // The instrumentation changes a module when it is required. Later imports get
  // the changed one.
  createRequire(import.meta.resolve('@namecard/db'))('pg');
  const tracer = trace.getTracer('namecard');
  tracing.traced = async (name, work) =>
    tracer.startActiveSpan(name, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  tracing.end = () => provider.shutdown();
}
