import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { languageOf } from './read-call.ts'
import { sendRefusal } from './refusal.ts'

const CspFile = z.object({ scriptHashes: z.array(z.string()) })

/** Paths that are never pages of the app: a missing file there is a plain 404. */
const NOT_THE_APP = /^\/(api|udf|sandbox|assets|icons)(\/|$)|\.[a-z0-9]{2,11}$/i

/** The built client: hashed files are cached for ever, the rest is checked each time, and every page of the app is index.html. */
export async function serveClient(app: FastifyInstance, clientDir: string, captchaOrigin?: string): Promise<void> {
  const policy = contentSecurityPolicy(clientDir, captchaOrigin)
  await app.register(fastifyStatic, {
    root: clientDir,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    globIgnore: ['**/csp.json*', '**/*.stamp', '**/*.gz', '**/*.br'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/\.html(\.gz|\.br)?$/.test(path)) reply.header('content-security-policy', policy)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return reply.sendFile('index.html')
    return missing(request, reply)
  })
}

function isPage(request: FastifyRequest): boolean {
  const [path = '/'] = request.url.split('?')
  return (request.method === 'GET' || request.method === 'HEAD') && !NOT_THE_APP.test(path)
}

const missing = (request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(reply, { code: 'NOT_FOUND', field: undefined, details: undefined }, languageOf(request))

/** Styles are inserted by the style library at run time; scripts only from our own files, the hashed first one, and a captcha's vendor. */
function contentSecurityPolicy(clientDir: string, captchaOrigin = ''): string {
  const file = join(clientDir, 'csp.json')
  const hashes = existsSync(file) ? CspFile.parse(JSON.parse(readFileSync(file, 'utf8'))).scriptHashes : []
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, captchaOrigin].join(' ').trim(),
    `frame-src ${captchaOrigin === '' ? "'none'" : captchaOrigin}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
