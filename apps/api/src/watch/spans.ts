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

/** By the present name of OpenTelemetry's semantic conventions, and by the former. */
const holdText = new Set(['db.query.text', 'db.statement']);

/** A statement's text, where it was prepared: in that of others MikroORM writes the values themselves. */
function withoutValues(
  attributes: ReadableSpan['attributes'],
): ReadableSpan['attributes'] {
  if ('db.postgresql.plan' in attributes) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !holdText.has(name)),
  );
}

/** What libraries write of errors may quote values: of a span's status the code is kept, of its events nothing. */
const redacted = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    status: { value: { code: span.status.code } },
    events: { value: [] },
    attributes: { value: withoutValues(span.attributes) },
  });

/** Sends spans without what an error said. */
function withoutErrors(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(redacted), done),
    shutdown: () => exporter.shutdown(),
  };
}

/** Traces what the process does from now on; to be called before anything that is traced is loaded. */
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
    // In the place of the path and the query, which say what was asked for.
    requestHook: (span, { routeOptions }) =>
      void span.setAttribute('url.path', routeOptions.url ?? ''),
  });
  server.setTracerProvider(provider);
  // Only what calls send: the service itself asks the database every second.
  const database = new PgInstrumentation({
    requireParentSpan: true,
    ignoreConnectSpans: true,
  });
  database.setTracerProvider(provider);
  // It changes the module as that is required. Whoever imports it later is given the same one.
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
