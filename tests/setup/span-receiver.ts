import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { listenOnLoopback } from './loopback-server.ts'

const Attributes = z.array(
  z.object({
    key: z.string(),
    value: z.object({ stringValue: z.optional(z.string()), intValue: z.optional(z.union([z.number(), z.string()])) }),
  }),
)
const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.optional(z.string()),
              name: z.string(),
              attributes: z.optional(Attributes),
            }),
          ),
        }),
      ),
    }),
  ),
})

export interface ReceivedSpan {
  readonly role: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface SpanReceiver {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** All that was received, as it came. */
  text(): string
  close(): Promise<void>
}

/** The receiving end of OTLP over HTTP in JSON. */
export async function receiveSpans(): Promise<SpanReceiver> {
  const bodies: string[] = []
  const spans: ReceivedSpan[] = []
  const server = await listenOnLoopback((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') {
        bodies.push(body)
        spans.push(...spansIn(body))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return { ...server, spans, text: () => bodies.join('\n') }
}

const plain = (attributes: z.output<typeof Attributes> = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]))

const spansIn = (body: string): ReceivedSpan[] =>
  Exported.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        ...{ traceId, spanId, parentSpanId, name },
        role: plain(resource.attributes)['kimia.role'] ?? '',
        attributes: plain(attributes),
      })),
    ),
  )
