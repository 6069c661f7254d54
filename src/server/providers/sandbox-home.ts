import type { FastifyPluginCallback } from 'fastify'
import { html, sendPage } from './sandbox-html.ts'

/** One sandbox to be visited; `path` is absolute on this server. */
export interface SandboxLink {
  readonly path: string
  readonly fa: string
  readonly en: string
}

/** `GET /`: what is played here and by whom; to be mounted at /sandbox with the sandboxes that are in use. */
export function sandboxHome(links: readonly SandboxLink[]): FastifyPluginCallback {
  const body = html`<ul>${links.map(
    ({ path, fa, en }) => html`<li><a href="${path}">${fa}</a> <small lang="en" dir="ltr">${en}</small></li>`,
  )}</ul>`
  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'محیط آزمایشی · Sandbox', body }))
    done()
  }
}
