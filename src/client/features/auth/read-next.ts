/**
 * `next` of the address: the page that asked for a login. Only paths of our own are followed. What is none is said to be `undefined`: a
 * name left out keeps the text of the address.
 */
export function readNext(search: Record<string, unknown>): { next?: string | undefined } {
  const { next } = search
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : { next: undefined }
}
