import type { FastifyInstance } from 'fastify'

const FORM = 'application/x-www-form-urlencoded'

/** Lets a sandbox read HTML forms; the first value of a repeated field counts. */
export function acceptForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser(FORM)) return
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    const fields = new Map<string, string>()
    for (const [name, value] of new URLSearchParams(String(body))) if (!fields.has(name)) fields.set(name, value)
    done(null, Object.fromEntries(fields))
  })
}
