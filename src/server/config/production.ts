import { isLoopback } from '#domain/loopback.ts'
import type { ProviderSettings } from './providers.ts'
import type { ProcessConfig } from './role.ts'

/** The settings that decide whether the server is for real people, and those that such a server needs. */
interface Exposed {
  readonly NODE_ENV: string
  readonly HOST: string
  readonly PUBLIC_URL?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly ALLOW_SANDBOX: boolean
  readonly ALLOW_NO_CAPTCHA: boolean
  readonly SANDBOX_TRADERS?: boolean | undefined
  readonly ENCRYPTION_KEYS?: unknown
  readonly LIABILITIES_KEY?: unknown
  readonly AUDIT_ANCHOR_URL?: unknown
}

/** The setting that makes this a server for real people; `undefined` for one on a developer's machine. */
export function exposureOf(
  { NODE_ENV, PUBLIC_URL, HOST }: Exposed,
  { writerAddress }: Pick<ProcessConfig, 'writerAddress'>,
): string | undefined {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (PUBLIC_URL?.startsWith('https:')) return 'PUBLIC_URL is https'
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))
    return `PUBLIC_URL ${PUBLIC_URL} is no address of this machine alone`
  if (writerAddress !== undefined && !isLoopback(writerAddress.hostname))
    return 'WRITER_ADDRESS can be reached from other machines'
  return isLoopback(HOST) ? undefined : `HOST ${HOST} can be reached from other machines`
}

interface Production {
  /** The reason why it is one, as the beginning of a sentence. */
  readonly exposed: string
  readonly providers: Pick<ProviderSettings, 'sandboxes' | 'captcha'>
  /** The environment before parsing. */
  readonly given: Readonly<Record<string, string | undefined>>
}

/**
 * Refuses a server that people cannot use in safety: without an https address or a captcha, with sandboxes or made-up trades. Not for the writer, which
 * only other processes call. @throws Error with a sentence that names the setting
 */
export function refuseForPeople(
  values: Exposed,
  { exposed, providers }: Pick<Production, 'exposed' | 'providers'>,
): void {
  const { PUBLIC_URL, ALLOW_SANDBOX, ALLOW_NO_CAPTCHA, SANDBOX_TRADERS } = values
  const { sandboxes, captcha } = providers
  if (!PUBLIC_URL?.startsWith('https:'))
    throw new Error(
      `${exposed}, so PUBLIC_URL must be the https address that people type: cookies and callbacks of payments depend on it.`,
    )
  if (SANDBOX_TRADERS)
    throw new Error(`${exposed}, so SANDBOX_TRADERS cannot be on: made-up trades are for a machine of your own.`)
  if (sandboxes.length > 0 && !ALLOW_SANDBOX)
    throw new Error(
      `${exposed}, but these services are sandboxes: ${sandboxes.join(', ')}. Configure real ones, or set ALLOW_SANDBOX=yes.`,
    )
  if (captcha === undefined && !ALLOW_NO_CAPTCHA)
    throw new Error(
      `${exposed}, so CAPTCHA_PROVIDER cannot be off: whoever knows a customer's number could use up its tries. Configure one, or set ALLOW_NO_CAPTCHA=yes.`,
    )
}

/** @throws Error with a sentence that names the setting */
export function refuseInProduction(values: Exposed, { exposed, given }: Pick<Production, 'exposed' | 'given'>): void {
  const { ENCRYPTION_KEYS, AUDIT_ANCHOR_URL, LIABILITIES_KEY } = values
  if (ENCRYPTION_KEYS === undefined)
    throw new Error(
      `${exposed}, so ENCRYPTION_KEYS must be set: documents and authenticator secrets are sealed with them. Make one by \`openssl rand -base64 32\`.`,
    )
  if (AUDIT_ANCHOR_URL !== undefined && LIABILITIES_KEY === undefined)
    throw new Error(`${exposed}, so AUDIT_ANCHOR_URL needs LIABILITIES_KEY: the anchors are signed with it.`)
  refusePlainLines(values, { exposed, given })
}

const ENCRYPTED_MODES: readonly unknown[] = ['require', 'verify-ca', 'verify-full']

/** Keys, codes and customers' data leave this machine only encrypted. */
function refusePlainLines({ DATABASE_URL }: Exposed, { exposed, given }: Pick<Production, 'exposed' | 'given'>): void {
  const plain = Object.entries(given).find(([name, value]) => isPlainVendor(name, value))
  if (plain)
    throw new Error(`${exposed}, so ${plain[0]} must be https: what is asked of a vendor is for nobody else to read.`)
  const database = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL)
  const host = database?.searchParams.get('host') ?? database?.hostname ?? ''
  // Without a host, or with a folder, it is a socket of this machine.
  const isSocket = host === '' || host.startsWith('/') || host.startsWith('%2F')
  // Beside one of several processes stands a balancer, which leads to another machine.
  const isHere = isSocket || (isLoopback(host) && (given.ROLE ?? 'all') === 'all')
  if (!isHere && !ENCRYPTED_MODES.includes(database?.searchParams.get('sslmode')))
    throw new Error(
      `${exposed}, so DATABASE_URL to another machine must end in ?sslmode=verify-full: whatever is kept goes over that line.`,
    )
}

const isPlainVendor = (name: string, value: string | undefined): boolean =>
  /_(API|SOURCE|ANCHOR|S3)_URL$|^SSO_ISSUER$|^OTEL_EXPORTER_OTLP_ENDPOINT$/.test(name) &&
  value?.startsWith('http:') === true &&
  !isLoopback(new URL(value).hostname)
