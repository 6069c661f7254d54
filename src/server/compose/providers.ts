import type { FastifyPluginAsync, FastifyPluginCallback } from 'fastify'
import { signOnCallback } from '../accounts/sign-on/sign-on.ts'
import type { Config } from '../config/config.ts'
import type { ProviderSettings, SandboxKind } from '../config/providers.ts'
import type { CaptchaCheck } from '../providers/captcha/captcha.ts'
import { turnstileSandbox } from '../providers/captcha/sandbox/turnstile-sandbox.ts'
import { createTurnstile } from '../providers/captcha/turnstile.ts'
import type { EmailSender } from '../providers/email/email.ts'
import { smtpSandboxPage, startSmtpSandbox } from '../providers/email/sandbox/smtp-sandbox.ts'
import { createSmtp } from '../providers/email/smtp.ts'
import type { IdentityInquiry } from '../providers/identity/identity.ts'
import type { CardGateway } from '../providers/payments/payments.ts'
import { zarinpalSandbox } from '../providers/payments/sandbox/zarinpal-sandbox.ts'
import { createZarinpal } from '../providers/payments/zarinpal.ts'
import { createFindDollarPrice } from '../providers/prices/coingecko.ts'
import { createHttpPriceFeed } from '../providers/prices/http-price-feed.ts'
import type { FindDollarPrice, PriceFeed } from '../providers/prices/prices.ts'
import { priceSandbox } from '../providers/prices/sandbox/price-sandbox.ts'
import { createSandboxMarket, type SandboxMarket } from '../providers/prices/sandbox/sandbox-market.ts'
import { pushSandbox } from '../providers/push/sandbox/push-sandbox.ts'
import { createSandboxInbox, type SandboxInbox, sandboxInboxPages } from '../providers/sandbox-inbox.ts'
import { sandboxHome } from '../providers/sandbox-pages.ts'
import { createOpenid } from '../providers/single-sign-on/openid.ts'
import { openidSandbox } from '../providers/single-sign-on/sandbox/openid-sandbox.ts'
import type { SingleSignOn } from '../providers/single-sign-on/single-sign-on.ts'
import { createKavenegar } from '../providers/sms/kavenegar.ts'
import { kavenegarSandbox } from '../providers/sms/sandbox/kavenegar-sandbox.ts'
import type { SmsSender } from '../providers/sms/sms.ts'
import { createIdentity, IDENTITY_LINKS, identitySandbox } from './identity-vendor.ts'

export interface Providers {
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly identity: IdentityInquiry
  /** Absent if it is off. */
  readonly captcha: CaptchaCheck | undefined
  readonly cardGateway: CardGateway
  readonly priceFeed: PriceFeed
  readonly findDollarPrice: FindDollarPrice
  /** Absent if it is off. */
  readonly singleSignOn: SingleSignOn | undefined
  /** The active sandboxes with the paths at which they are mounted. */
  readonly sandboxes: readonly {
    readonly prefix: string
    readonly plugin: FastifyPluginAsync | FastifyPluginCallback
  }[]
  /** The source of seeded candles; absent if prices are real. */
  readonly sandboxMarket: SandboxMarket | undefined
  /** Closes the parts that listen on their own ports. */
  close(): Promise<void>
}

const INBOX_CAPACITY = 500
/** The market is the same for everybody: it does not depend on when the sandbox was started. */
const MARKET_SEED = 1405

export async function createProviders(
  { providers: settings, ownOrigins }: Pick<Config, 'providers' | 'ownOrigins'>,
  now: () => Date,
): Promise<Providers> {
  const inbox = createSandboxInbox({ capacity: INBOX_CAPACITY })
  const mail = settings.sandboxes.includes('EMAIL') ? await startSmtpSandbox({ inbox, now }) : undefined
  const sandboxMarket = createSandboxMarket({ seed: MARKET_SEED })
  const vendors = {
    SMS: { prefix: '/sandbox/kavenegar', plugin: kavenegarSandbox({ ...settings.kavenegar, inbox, now }) },
    EMAIL: { prefix: '/sandbox/mail', plugin: smtpSandboxPage() },
    IDENTITY: identitySandbox(settings.identity, now),
    PAYMENT: { prefix: '/sandbox/zarinpal', plugin: zarinpalSandbox({ ...settings.zarinpal, now }) },
    PRICES: { prefix: '/sandbox/prices', plugin: priceSandbox({ market: sandboxMarket, now }) },
    CAPTCHA: captchaSandbox(settings.captcha, now),
    SSO: { prefix: '/sandbox/oidc', plugin: signOnSandbox(settings.openid, ownOrigins) },
  } as const satisfies Record<SandboxKind, object>
  const hosts = new Set(ownOrigins.map((origin) => new URL(origin).hostname))
  const used = settings.sandboxes.map((kind) => vendors[kind])
  return {
    sms: createKavenegar(settings.kavenegar),
    email: createSmtp({ ...settings.smtp, ...(mail ? { url: mail.url } : {}) }),
    identity: createIdentity(settings.identity),
    cardGateway: createZarinpal(settings.zarinpal),
    priceFeed: createHttpPriceFeed(settings.prices),
    findDollarPrice: createFindDollarPrice(settings.prices.coins),
    captcha: settings.captcha && createTurnstile(settings.captcha, { isOurHost: (hostname) => hosts.has(hostname) }),
    singleSignOn: settings.openid && createOpenid(settings.openid),
    sandboxes: used.length === 0 ? [] : [...used, pushService(now), ...pagesFor(settings, inbox)],
    sandboxMarket: settings.sandboxes.includes('PRICES') ? sandboxMarket : undefined,
    close: async () => mail?.close(),
  }
}

/** Used in addition to the browsers' own push services if any service is a sandbox. */
const pushService = (now: () => Date) => ({ prefix: '/sandbox/push', plugin: pushSandbox({ now }) })

const captchaSandbox = (captcha: ProviderSettings['captcha'], now: () => Date) => ({
  prefix: '/sandbox/turnstile',
  plugin: turnstileSandbox({ siteKey: captcha?.siteKey ?? '', secretKey: captcha?.secretKey ?? '', now }),
})

function signOnSandbox(openid: ProviderSettings['openid'], ownOrigins: readonly string[]): FastifyPluginCallback {
  // Mounted only if it is used.
  if (!openid) return (_app, _options, done) => done()
  return openidSandbox({ ...openid, callbacks: ownOrigins.map(signOnCallback) })
}

const LINKS = {
  SMS: { path: '/sandbox/kavenegar', fa: 'پیامک (کاوه‌نگار)', en: 'SMS (Kavenegar)' },
  EMAIL: { path: '/sandbox/mail', fa: 'ایمیل (SMTP)', en: 'Email (SMTP)' },
  PAYMENT: { path: '/sandbox/zarinpal', fa: 'درگاه پرداخت (زرین‌پال)', en: 'Card gateway (Zarinpal)' },
  PRICES: { path: '/sandbox/prices', fa: 'قیمت‌ها', en: 'Prices' },
  CAPTCHA: { path: '/sandbox/turnstile', fa: 'کپچا (Turnstile)', en: 'Captcha (Turnstile)' },
  SSO: { path: '/sandbox/oidc', fa: 'ورود یکپارچه (OpenID Connect)', en: 'Single sign-on (OpenID Connect)' },
} as const satisfies Record<Exclude<SandboxKind, 'IDENTITY'>, object>

function pagesFor({ sandboxes: kinds, identity }: ProviderSettings, inbox: SandboxInbox) {
  const links = { ...LINKS, IDENTITY: IDENTITY_LINKS[identity.vendor] } satisfies Record<SandboxKind, object>
  const inboxLink = { path: '/sandbox/inbox', fa: 'صندوق پیام‌ها', en: 'Inbox' }
  const pushLink = { path: '/sandbox/push', fa: 'اعلان مرورگر (Web Push)', en: 'Browser notifications (Web Push)' }
  return [
    { prefix: '/sandbox', plugin: sandboxInboxPages(inbox) },
    { prefix: '/sandbox', plugin: sandboxHome([inboxLink, pushLink, ...kinds.map((kind) => links[kind])]) },
  ]
}
