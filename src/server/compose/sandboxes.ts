import type { FastifyPluginAsync, FastifyPluginCallback } from 'fastify'
import type { SmtpSandbox } from '#sandbox/email/smtp-sandbox.ts'
import type { SandboxInbox } from '#sandbox/inbox.ts'
import type { SandboxMarket } from '#sandbox/prices/sandbox-market.ts'
import { signOnCallback } from '../accounts/sign-on/begin-sign-on.ts'
import type { Config } from '../config/config.ts'
import type { ProviderSettings, SandboxKind } from '../config/providers.ts'

/** The vendors' side of the services for which no real vendor is configured. */
export interface Sandboxes {
  /** The pages and protocols, with the paths at which they are mounted. */
  readonly mounted: readonly Mounted[]
  /** The address of the mail server; absent if e-mail is real. */
  readonly mailUrl: string | undefined
  /** The source of seeded candles; absent if prices are real. */
  readonly market: SandboxMarket | undefined
  /** Closes the parts that listen on their own ports. */
  close(): Promise<void>
}

interface Mounted {
  readonly prefix: string
  readonly plugin: FastifyPluginAsync | FastifyPluginCallback
}

interface Vendor extends Mounted {
  readonly fa: string
  readonly en: string
  readonly mail?: SmtpSandbox
  readonly market?: SandboxMarket
}

interface Surroundings {
  readonly settings: ProviderSettings
  readonly ownOrigins: readonly string[]
  readonly inbox: SandboxInbox
  readonly now: () => Date
}

const INBOX_CAPACITY = 500
const TOKEN_MS = 3_600_000
const PAYOUT_TIMES = { accessLifetimeMs: TOKEN_MS, paysAfterMs: 5_000, paysLateAfterMs: 60_000 }
/** The market is the same for everybody: it does not depend on when the sandbox was started. */
const MARKET_SEED = 1405

/** Starts the configured sandboxes. Each is imported when it starts, so that a server with real vendors loads none of their code. */
export async function startSandboxes(
  { providers: settings, ownOrigins, faucetUrl }: Pick<Config, 'providers' | 'ownOrigins' | 'faucetUrl'>,
  now: () => Date,
): Promise<Sandboxes> {
  if (settings.sandboxes.length === 0)
    return { mounted: [], mailUrl: undefined, market: undefined, close: async () => undefined }
  const { createSandboxInbox, sandboxInboxPages } = await import('#sandbox/inbox.ts')
  const { sandboxHome } = await import('#sandbox/pages.ts')
  const inbox = createSandboxInbox({ capacity: INBOX_CAPACITY })
  const surroundings = { settings, ownOrigins, inbox, now }
  const named = (await Promise.all(settings.sandboxes.map((kind) => VENDORS[kind](surroundings)))).flat()
  const vendors = faucetUrl === undefined ? named : [...named, await faucet(faucetUrl)]
  const push = await pushService(surroundings)
  const inboxPages = { prefix: '/sandbox', plugin: sandboxInboxPages(inbox) }
  const links = [
    { path: '/sandbox/inbox', fa: 'صندوق پیام‌ها', en: 'Inbox' },
    ...[push, ...vendors].map(({ prefix, fa, en }) => ({ path: prefix, fa, en })),
  ]
  const mail = vendors.find((vendor) => vendor.mail)?.mail
  return {
    mounted: [...vendors, push, inboxPages, { prefix: '/sandbox', plugin: sandboxHome(links) }],
    mailUrl: mail?.url,
    market: vendors.find((vendor) => vendor.market)?.market,
    close: async () => mail?.close(),
  }
}

const VENDORS: Readonly<Record<SandboxKind, (surroundings: Surroundings) => Promise<Vendor | Vendor[]>>> = {
  async SMS({ settings, inbox, now }) {
    const { kavenegarSandbox } = await import('#sandbox/sms/kavenegar-sandbox.ts')
    const plugin = kavenegarSandbox({ ...settings.kavenegar, inbox, now })
    return { prefix: '/sandbox/kavenegar', plugin, fa: 'پیامک (کاوه‌نگار)', en: 'SMS (Kavenegar)' }
  },
  async EMAIL({ inbox, now }) {
    const { smtpSandboxPage, startSmtpSandbox } = await import('#sandbox/email/smtp-sandbox.ts')
    const mail = await startSmtpSandbox({ inbox, now })
    return { prefix: '/sandbox/mail', plugin: smtpSandboxPage(), mail, fa: 'ایمیل (SMTP)', en: 'Email (SMTP)' }
  },
  IDENTITY: ({ settings, now }) => identityRegistry(settings.identity, now),
  PAYMENT: ({ settings, now }) => cardGateways(settings.payments, now),
  async PRICES({ now }) {
    const { priceSandbox } = await import('#sandbox/prices/price-sandbox.ts')
    const { createSandboxMarket } = await import('#sandbox/prices/sandbox-market.ts')
    const market = createSandboxMarket({ seed: MARKET_SEED })
    return { prefix: '/sandbox/prices', plugin: priceSandbox({ market, now }), market, fa: 'قیمت‌ها', en: 'Prices' }
  },
  async CAPTCHA({ settings: { captcha }, now }) {
    if (!captcha) throw new Error('the captcha is off and has no sandbox')
    const { turnstileSandbox } = await import('#sandbox/captcha/turnstile-sandbox.ts')
    const plugin = turnstileSandbox({ ...captcha, now })
    return { prefix: '/sandbox/turnstile', plugin, fa: 'کپچا (Turnstile)', en: 'Captcha (Turnstile)' }
  },
  async PAYOUT({ settings: { payouts }, now }) {
    if (!payouts.transferor) throw new Error('payouts go by file alone and have no sandbox')
    const { transferorSandbox } = await import('#sandbox/payouts/transferor-sandbox.ts')
    const plugin = transferorSandbox({ ...payouts.transferor, ...PAYOUT_TIMES, now })
    return { prefix: '/sandbox/transferor', plugin, fa: 'تسویه به بانک (جیبیت)', en: 'Payouts to banks (Jibit)' }
  },
  async SSO({ settings: { openid }, ownOrigins }) {
    if (!openid) throw new Error('single sign-on is off and has no sandbox')
    const { openidSandbox } = await import('#sandbox/single-sign-on/openid-sandbox.ts')
    const plugin = openidSandbox({ ...openid, callbacks: ownOrigins.map(signOnCallback) })
    const names = { fa: 'ورود یکپارچه (OpenID Connect)', en: 'Single sign-on (OpenID Connect)' }
    return { prefix: '/sandbox/oidc', plugin, ...names }
  },
}

async function cardGateways({ zarinpal, vandar }: ProviderSettings['payments'], now: () => Date): Promise<Vendor[]> {
  const { zarinpalSandbox } = await import('#sandbox/payments/zarinpal-sandbox.ts')
  const { vandarSandbox } = await import('#sandbox/payments/vandar-sandbox.ts')
  const mounted = {
    zarinpal: { prefix: '/sandbox/zarinpal', fa: 'درگاه پرداخت (زرین‌پال)', en: 'Card gateway (Zarinpal)' },
    vandar: { prefix: '/sandbox/vandar', fa: 'درگاه پرداخت (وندار)', en: 'Card gateway (Vandar)' },
  }
  return [
    ...(zarinpal ? [{ ...mounted.zarinpal, plugin: zarinpalSandbox({ ...zarinpal, now }) }] : []),
    ...(vandar ? [{ ...mounted.vandar, plugin: vandarSandbox({ ...vandar, now }) }] : []),
  ]
}

/** The side of the registry whose protocol is configured. */
async function identityRegistry(settings: ProviderSettings['identity'], now: () => Date): Promise<Vendor> {
  const lifetime = { accessLifetimeMs: TOKEN_MS, now }
  if (settings.vendor === 'jibit') {
    const { jibitSandbox } = await import('#sandbox/identity/jibit-sandbox.ts')
    const plugin = jibitSandbox({ ...settings, ...lifetime })
    return { prefix: '/sandbox/jibit', plugin, fa: 'استعلام هویت (جیبیت)', en: 'Identity inquiry (Jibit)' }
  }
  const { finnotechSandbox } = await import('#sandbox/identity/finnotech-sandbox.ts')
  const plugin = finnotechSandbox({ ...settings, ...lifetime })
  return { prefix: '/sandbox/finnotech', plugin, fa: 'استعلام هویت (فینوتک)', en: 'Identity inquiry (Finnotech)' }
}

async function faucet(url: string): Promise<Vendor> {
  const { faucetSandbox } = await import('#sandbox/faucet/faucet-sandbox.ts')
  return { prefix: '/sandbox/faucet', plugin: faucetSandbox({ url }), fa: 'کوین آزمایشی', en: 'Test coins' }
}

/** Used in addition to the browsers' own push services if any service is a sandbox. */
async function pushService({ now }: Surroundings): Promise<Vendor> {
  const { pushSandbox } = await import('#sandbox/push/push-sandbox.ts')
  const names = { fa: 'اعلان مرورگر (Web Push)', en: 'Browser notifications (Web Push)' }
  return { prefix: '/sandbox/push', plugin: pushSandbox({ now }), ...names }
}
