import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracesConfig } from '../config/config.ts'
import type { Role } from '../config/role.ts'
import type { SubmitOptions } from '../exchange/exchange.ts'

/** A part of a trace that has ended. */
export interface TracedPart {
  readonly name: string
  /** In the milliseconds of `performance.now()`. */
  readonly began: number
  readonly facts?: Attributes
  /** The code of its fault; absent: it has none. */
  readonly fault?: string | undefined
  /** Whether another process or a vendor did it. */
  readonly isOutside: boolean
  /** The spans that it belongs to; absent: that of the present request. */
  readonly traceparents?: readonly string[]
}

/**
 * Traces of requests: each has the span of its answer, with its statements and calls of vendors, and of its commands, which may go on in the
 * writer's process. Only requests begin a trace. A span has names, codes and counts of ours, and never a value that somebody sent, or an error's
 * message, which may repeat one.
 */
export interface Tracing {
  /** Does the work of a request. A trace's id is ours, since strangers choose those of requests. @returns the function that ends it */
  request(asked: { id: string; method: string; route: string }, work: () => void): (status: number) => void
  /** Does a command of a span elsewhere or, if its options name none, of the present request. Without a trace it is simply done. */
  command<Answer extends { kind: string }>(
    type: string,
    options: SubmitOptions,
    submit: (options: SubmitOptions) => Promise<Answer>,
  ): Promise<Answer>
  record(part: TracedPart): void
  close(): Promise<void>
}

export interface TracingSettings extends TracesConfig {
  readonly role: Role
  /** Receives how many spans reached the receiver, or were lost for good. */
  readonly onExport: (spans: { readonly count: number; readonly sent: boolean }) => void
}

/** Spans that wait for the receiver; more are dropped, so that one that is away costs no memory beyond these. */
const WAITING_MAX = 2_048
const EXPORT_EVERY_MS = 2_000
const EXPORT_MS_MAX = 5_000
/** How long the end of a process waits for the receiver. */
const CLOSE_MS_MAX = 2_000

export function openTracing({ endpoint, share, role, onExport }: TracingSettings): Tracing {
  const exporter = counted(
    new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS_MAX }),
    onExport,
  )
  const pace = { maxQueueSize: WAITING_MAX, scheduledDelayMillis: EXPORT_EVERY_MS, exportTimeoutMillis: EXPORT_MS_MAX }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...{ 'service.name': 'kimia', 'kimia.role': role },
      ...{ 'host.name': hostname(), 'process.pid': process.pid },
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...pace })],
  })
  const tracer = provider.getTracer('kimia')
  const present = new AsyncLocalStorage<Span>()
  const presentContext = () => {
    const span = present.getStore()
    return span?.isRecording() ? trace.setSpan(ROOT_CONTEXT, span) : undefined
  }
  return {
    request: ({ id, method, route }, work) => {
      const attributes = { 'http.request.method': method, 'http.route': route, 'kimia.request_id': id }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
      present.run(span, work)
      return (status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    command: async (type, options, submit) => {
      const parent = options.traceparent === undefined ? presentContext() : contextOf(options.traceparent)
      if (!parent) return submit(options)
      const span = tracer.startSpan(`command ${type}`, {}, parent)
      try {
        const answer = await submit({ ...options, traceparent: traceparentOf(span) })
        span.setAttribute('kimia.answer', answer.kind)
        return answer
      } catch (error) {
        fail(span, error instanceof Error ? error.name : 'error')
        throw error
      } finally {
        span.end()
      }
    },
    record: ({ name, began, facts = {}, fault, isOutside, traceparents }) => {
      const parents = traceparents ? traceparents.map(contextOf) : [presentContext()]
      const endTime = performance.now()
      for (const parent of parents) {
        if (!parent) continue
        const kind = isOutside ? SpanKind.CLIENT : SpanKind.INTERNAL
        const span = tracer.startSpan(name, { kind, startTime: began, attributes: facts }, parent)
        if (fault !== undefined) fail(span, fault)
        span.end(endTime)
      }
    },
    close: async () => {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(CLOSE_MS_MAX, undefined, { ref: false })])
    },
  }
}

/** `undefined` for a text that is no span, or one that is not traced. */
function contextOf(traceparent: string): Context | undefined {
  const span = parseTraceParent(traceparent)
  return span && span.traceFlags !== 0 ? trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: true }) : undefined
}

function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

function fail(span: Span, fault: string): void {
  span.setAttribute('error.type', fault)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const counted = (exporter: SpanExporter, onExport: TracingSettings['onExport']): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result: ExportResult) => {
      onExport({ count: spans.length, sent: result.code === ExportResultCode.SUCCESS })
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})
