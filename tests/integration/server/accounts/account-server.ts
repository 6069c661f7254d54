import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { startSmtpSandbox } from '#sandbox/email/smtp-sandbox.ts'
import { finnotechSandbox } from '#sandbox/identity/finnotech-sandbox.ts'
import { jibitSandbox } from '#sandbox/identity/jibit-sandbox.ts'
import { createSandboxInbox } from '#sandbox/inbox.ts'
import { kavenegarSandbox } from '#sandbox/sms/kavenegar-sandbox.ts'
import { ACCOUNT_SETTINGS, type AccountLimits, type Accounts } from '#server/accounts/accounts.ts'
import { createApiKeys, refreshingKeys } from '#server/accounts/api-keys/api-keys.ts'
import { apiKeyRoutes } from '#server/accounts/api-keys/routes.ts'
import { contactRoutes } from '#server/accounts/contacts/routes.ts'
import { openFileFolder } from '#server/accounts/file-folder.ts'
import type { Files } from '#server/accounts/files.ts'
import { inviteRoutes } from '#server/accounts/invite-routes.ts'
import { passkeySite } from '#server/accounts/passkeys/passkeys.ts'
import { passkeyRoutes } from '#server/accounts/passkeys/routes.ts'
import { createPasswordJobs } from '#server/accounts/password-jobs.ts'
import { createPictureDecoder } from '#server/accounts/picture-decoder.ts'
import { accountRoutes, documentRoutes, identityRoutes } from '#server/accounts/routes.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { securityRoutes } from '#server/accounts/security/routes.ts'
import type { SecurityLine, SecurityLog } from '#server/accounts/security-log.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import { ticketRoutes } from '#server/accounts/tickets/routes.ts'
import { codeOfAnyFailure } from '#server/compose/files.ts'
import type { Route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import type { CaptchaCheck } from '#server/providers/captcha/captcha.ts'
import { createSmtp } from '#server/providers/email/smtp.ts'
import { createFinnotech } from '#server/providers/identity/finnotech.ts'
import { createJibit } from '#server/providers/identity/jibit.ts'
import { createKavenegar } from '#server/providers/sms/kavenegar.ts'
import type { Database } from '#server/store/database.ts'

export interface Answer {
  readonly status: number
  /** In seconds, of a 429. */
  readonly retryAfter?: number
  /** Set-Cookie lines. */
  readonly cookies?: readonly string[]
  readonly body: {
    readonly code?: string
    readonly field?: string
    readonly token?: string
    readonly flowToken?: string
    readonly setUpToken?: string
    readonly handoverCode?: string
    readonly totalPages?: number
    readonly next?: string
    readonly content?: readonly Readonly<Record<string, unknown>>[]
    readonly baseDTO?: Readonly<Record<string, unknown>>
  }
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly json?: unknown
  readonly form?: FormData
  readonly token?: string | undefined
  /** The address that the request seems to come from. */
  readonly from?: string
  readonly language?: 'fa' | 'en'
  readonly headers?: Readonly<Record<string, string>>
}

export interface AccountServer {
  readonly accounts: Accounts
  /** The server's address. */
  readonly url: string
  readonly filesDir: string
  /** Messages logged as errors, for a person to read. */
  readonly alarms: readonly string[]
  /** The refusals written to the security log. */
  readonly securityLines: readonly SecurityLine[]
  ask(path: string, ask?: Ask): Promise<Answer>
  /** The code in the newest SMS to a number. */
  codeFor(mobile: MobileNumber): string
  /** The code in the newest message to an e-mail address. */
  emailCodeFor(email: string): string
  /** The markup of the newest message to an e-mail address. */
  htmlTo(email: string): string
  /** Texts to a number or an e-mail address, newest first. */
  textsTo(contact: string): readonly string[]
  /** The number of SMS sent to a number. */
  messagesTo(mobile: MobileNumber): number
  /** Makes the identity registry answer 503, or answer again. */
  setRegistry(state: 'down' | 'up'): void
  /** Moves the clock of the server and of the vendors. */
  pass(time: { readonly seconds: number }): void
  close(): Promise<void>
}

/** The public address, to which passkeys are bound. */
export const PUBLIC_URL = 'https://kimia.test'

const KAVENEGAR_KEY = 'sms-key'
const JIBIT_KEYS = { apiKey: 'api-key', secretKey: 'secret-key' }
const FINNOTECH_KEYS = { clientId: 'kimia', clientSecret: 'secret-key', ownerNationalCode: '0013542419' }

interface VendorTrouble {
  readonly vendorsDown?: boolean
  /** True if the vendors reject our keys. */
  readonly keysRefused?: boolean
  /** The vendor of the registry. */
  readonly registry?: 'jibit' | 'finnotech'
}

/** The real adapters of the vendors at this address. */
function adapters(vendorsUrl: string, { keysRefused = false, registry = 'jibit' }: VendorTrouble) {
  const sms = { apiUrl: `${vendorsUrl}/sms`, apiKey: keysRefused ? 'not-ours' : KAVENEGAR_KEY, templatePrefix: 'kimia' }
  const jibit = { apiUrl: `${vendorsUrl}/jibit`, ...JIBIT_KEYS, ...(keysRefused ? { secretKey: 'not-ours' } : {}) }
  const finnotech = { apiUrl: `${vendorsUrl}/finnotech`, ...FINNOTECH_KEYS, timeoutMs: 5_000 }
  const identity = registry === 'jibit' ? createJibit({ ...jibit, timeoutMs: 5_000 }) : createFinnotech(finnotech)
  return { sms: createKavenegar({ ...sms, timeoutMs: 5_000 }), identity }
}

/** Limits loose enough for a test to request codes without waiting; tests of these limits set their own. */
const UNHURRIED = { codeGapMs: 0, strangersCodesPerDayMax: 1_000, ownCodesPerDayMax: 1_000 }

/** A cheap hash, for tests that are not about its cost. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** All routes of the account area. */
const routesOf = (accounts: Accounts) => [
  ...accountRoutes(accounts),
  ...apiKeyRoutes(accounts),
  ...contactRoutes(accounts),
  ...inviteRoutes(accounts),
  ...documentRoutes(accounts),
  ...ticketRoutes(accounts),
  ...securityRoutes(accounts),
  ...identityRoutes(accounts),
  ...passkeyRoutes({ accounts, site: passkeySite(PUBLIC_URL) }),
]

const serve = (accounts: Accounts, { routes, securityLog }: { routes: readonly Route[]; securityLog: SecurityLog }) =>
  createServer({
    securityLog,
    routes: [...routesOf(accounts), ...routes],
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 1,
    findCaller: accounts.sessions.findCaller,
    findSigner: accounts.apiKeys.findSigner,
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure: codeOfAnyFailure,
    now: accounts.now,
    checkReplies: true,
  })

const emailBy = (url: string) =>
  createSmtp({ url, from: 'Kimia <no-reply@kimia.example>', encrypted: false, timeoutMs: 5_000 })

/** Returns a switch that makes the registry answer 503 and stops that. */
function stoppableRegistry(vendors: FastifyInstance): AccountServer['setRegistry'] {
  let registry: 'down' | 'up' = 'up'
  vendors.addHook('onRequest', async (request, reply) => {
    if (registry === 'down' && !request.url.startsWith('/sms')) return reply.code(503).send({})
  })
  return (state) => {
    registry = state
  }
}

const askerOf =
  (url: string): AccountServer['ask'] =>
  async (path, { method = 'GET', json, form, token, from = '5.160.1.1', language = 'fa', ...more } = {}) => {
    const headers = new Headers({ 'x-forwarded-for': from, language, ...more.headers })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = form ?? (json === undefined ? null : JSON.stringify(json))
    const reply = await fetch(`${url}/api${path}`, { method, headers, body })
    const wait = reply.headers.get('retry-after')
    const cookies = reply.headers.getSetCookie()
    return {
      status: reply.status,
      body: await reply.json(),
      ...(wait === null ? {} : { retryAfter: Number(wait) }),
      ...(cookies.length > 0 ? { cookies } : {}),
    }
  }

interface ServerSettings extends VendorTrouble {
  readonly limits?: Partial<AccountLimits>
  readonly captcha?: CaptchaCheck
  /** Absent: a folder. */
  readonly files?: Files | undefined
  /** Routes of another area that use the same sessions. */
  more?(accounts: Accounts): readonly Route[]
}

/** The account routes on a real HTTP server, with the real adapters talking to the vendors' sandboxes over HTTP. */
export async function startAccountServer(
  database: Database,
  { limits, captcha, more, files, ...trouble }: ServerSettings = {},
): Promise<AccountServer> {
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(nowMs)
  const inbox = createSandboxInbox({ capacity: 1_000 })
  const mail = await startSmtpSandbox({ inbox, now })
  const vendors = Fastify()
  const setRegistry = stoppableRegistry(vendors)
  vendors.register(kavenegarSandbox({ apiKey: KAVENEGAR_KEY, templatePrefix: 'kimia', inbox, now }), { prefix: '/sms' })
  vendors.register(jibitSandbox({ ...JIBIT_KEYS, accessLifetimeMs: 3_600_000, now }), { prefix: '/jibit' })
  const finnotech = finnotechSandbox({ ...FINNOTECH_KEYS, accessLifetimeMs: 3_600_000, now })
  vendors.register(finnotech, { prefix: '/finnotech' })
  const vendorsUrl = await vendors.listen({ host: '127.0.0.1', port: 0 })
  if (trouble.vendorsDown) await Promise.all([vendors.close(), mail.close()])

  const filesDir = await mkdtemp(join(tmpdir(), 'kimia-files-'))
  const settings = { ...ACCOUNT_SETTINGS, limits: { ...ACCOUNT_SETTINGS.limits, ...UNHURRIED, ...limits } }
  const passwords = createPasswordJobs({ ...settings.passwords, cost: CHEAP })
  const email = emailBy(mail.url)
  const alarms: string[] = []
  const securityLines: SecurityLine[] = []
  const log = { error: (_: object, message: string) => void alarms.push(message) }
  const sealer = createSealer([{ id: 1, key: Buffer.alloc(32, 7) }])
  const apiKeys = createApiKeys({ database, sealer, now })
  const sessions = refreshingKeys(createSessions({ database, now, settings }), apiKeys)
  const pictureDecoder = createPictureDecoder()
  const kept = {
    sessions,
    sealer,
    apiKeys,
    passwords,
    now,
    files: files ?? openFileFolder(filesDir),
    pictureDecoder,
    settings,
    log,
  }
  const accounts = { database, ...adapters(vendorsUrl, trouble), email, captcha, ...kept }
  const server = await serve(accounts, {
    routes: more?.(accounts) ?? [],
    securityLog: (line) => void securityLines.push(line),
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    accounts,
    url,
    filesDir,
    alarms,
    securityLines,
    ask: askerOf(url),
    codeFor: (mobile) => inbox.list(mobile).find(({ code }) => code !== undefined)?.code ?? 'none',
    emailCodeFor: (email) => inbox.list(email).find(({ code }) => code !== undefined)?.code ?? 'none',
    htmlTo: (email) => inbox.list(email)[0]?.html ?? 'none',
    textsTo: (contact) => inbox.list(contact).map(({ text }) => text),
    messagesTo: (mobile) => inbox.list(mobile).length,
    setRegistry,
    pass: ({ seconds }) => {
      nowMs += seconds * 1_000
    },
    async close() {
      await server.close()
      if (!trouble.vendorsDown) await Promise.all([vendors.close(), mail.close()])
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}
