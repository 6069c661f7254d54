import type { RequestListener, ServerResponse } from 'node:http'

type Answer = (response: ServerResponse) => void

const send = (status: number, type: string, body: string): Answer => {
  return (response) => response.writeHead(status, { 'content-type': type }).end(body)
}

/** Every way in which a vendor fails to answer, and the fault that an adapter must report. */
export const BROKEN_VENDORS: readonly { name: string; answer: Answer; fault: string }[] = [
  { name: 'a 500 with JSON', answer: send(500, 'application/json', '{"code":"server.error"}'), fault: 'SERVER_ERROR' },
  { name: 'a 502 with HTML', answer: send(502, 'text/html', '<h1>Bad Gateway</h1>'), fault: 'SERVER_ERROR' },
  { name: 'a 429', answer: send(429, 'application/json', '{}'), fault: 'TOO_MANY_REQUESTS' },
  { name: 'HTML with status 200', answer: send(200, 'text/html', '<html>welcome</html>'), fault: 'MALFORMED_REPLY' },
  { name: 'half a JSON', answer: send(200, 'application/json', '{"return":{"sta'), fault: 'MALFORMED_REPLY' },
  { name: 'JSON of another shape', answer: send(200, 'application/json', '[1,2,3]'), fault: 'MALFORMED_REPLY' },
  { name: 'null', answer: send(200, 'application/json', 'null'), fault: 'MALFORMED_REPLY' },
  { name: 'nothing at all', answer: send(200, 'application/json', ''), fault: 'MALFORMED_REPLY' },
  {
    name: 'a reply without end',
    answer: send(200, 'application/json', `"${'x'.repeat(1_100_000)}"`),
    fault: 'MALFORMED_REPLY',
  },
  {
    name: 'a redirect to another host',
    answer: (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/steal' }).end(),
    fault: 'NETWORK',
  },
  { name: 'a connection that breaks', answer: (response) => response.destroy(), fault: 'NETWORK' },
  {
    name: 'a reply that stops in the middle',
    answer: (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data"', () => response.destroy())
    },
    fault: 'NETWORK',
  },
  { name: 'silence', answer: () => undefined, fault: 'TIMEOUT' },
]

/** Answers every request in the same way and counts the requests. */
export function breaking(answer: Answer): { listener: RequestListener; asked: () => number } {
  let count = 0
  return {
    listener: (_request, response) => {
      count += 1
      answer(response)
    },
    asked: () => count,
  }
}
