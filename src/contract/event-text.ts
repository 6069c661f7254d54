/** One server-sent event as it stands in a stream. JSON has no line breaks of its own, so one `data:` line holds it. */
export function eventText({ event, data, id }: { event: string; data: unknown; id?: string }): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
