import type { PaymentGateway } from '#domain/ledger.ts'
import type { SecurityLog } from '../accounts/security-log.ts'
import type { Config } from '../config/config.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { Unavailable } from '../providers/call-vendor.ts'
import type { CaptchaCheck } from '../providers/captcha/captcha.ts'
import { createTurnstile } from '../providers/captcha/turnstile.ts'
import type { EmailSender } from '../providers/email/email.ts'
import { createSmtp } from '../providers/email/smtp.ts'
import { createFinnotech } from '../providers/identity/finnotech.ts'
import type { IdentityInquiry } from '../providers/identity/identity.ts'
import { createJibit } from '../providers/identity/jibit.ts'
import type { CardGateway } from '../providers/payments/payments.ts'
import { createVandar } from '../providers/payments/vandar.ts'
import { createZarinpal } from '../providers/payments/zarinpal.ts'
import { createJibitTransferor } from '../providers/payouts/jibit-transferor.ts'
import type { PayoutGateway } from '../providers/payouts/payouts.ts'
import { createFindDollarPrice } from '../providers/prices/coingecko.ts'
import { createHttpPriceFeed } from '../providers/prices/http-price-feed.ts'
import type { FindDollarPrice, PriceFeed } from '../providers/prices/prices.ts'
import { createOpenid } from '../providers/single-sign-on/openid.ts'
import type { SingleSignOn } from '../providers/single-sign-on/single-sign-on.ts'
import { createKavenegar } from '../providers/sms/kavenegar.ts'
import type { SmsSender } from '../providers/sms/sms.ts'
import { type Sandboxes, startSandboxes } from './sandboxes.ts'
import type { Tracing } from './tracing.ts'

/** The card gateways that are configured, by their names in the ledger. */
type ConfiguredGateways = Readonly<Partial<Record<PaymentGateway, CardGateway>>>

export interface Providers {
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly identity: IdentityInquiry
  /** Absent if it is off. */
  readonly captcha: CaptchaCheck | undefined
  /** Absent if Toman leaves by the bank's file alone. */
  readonly payoutGateway: PayoutGateway | undefined
  readonly cardGateways: ConfiguredGateways
  readonly priceFeed: PriceFeed
  readonly findDollarPrice: FindDollarPrice
  /** Absent if it is off. */
  readonly singleSignOn: SingleSignOn | undefined
  readonly sandboxes: Sandboxes['mounted']
  readonly sandboxMarket: Sandboxes['market']
  close(): Promise<void>
}

/** The adapters to the configured vendors, and the vendors' side of the others. */
export async function createProviders(
  config: Pick<Config, 'providers' | 'ownOrigins' | 'faucetUrl'>,
  now: () => Date,
): Promise<Providers> {
  const { providers: settings, ownOrigins } = config
  const { mounted, mailUrl, market, close } = await startSandboxes(config, now)
  const { identity } = settings
  const { zarinpal, vandar } = settings.payments
  const hosts = new Set(ownOrigins.map((origin) => new URL(origin).hostname))
  return {
    sms: createKavenegar(settings.kavenegar),
    email: createSmtp({ ...settings.smtp, ...(mailUrl === undefined ? {} : { url: mailUrl }) }),
    identity: identity.vendor === 'jibit' ? createJibit(identity) : createFinnotech(identity),
    payoutGateway: settings.payouts.transferor && createJibitTransferor(settings.payouts.transferor),
    cardGateways: {
      ...(zarinpal && { ZARINPAL: createZarinpal(zarinpal) }),
      ...(vandar && { VANDAR: createVandar(vandar) }),
    },
    priceFeed: createHttpPriceFeed(settings.prices),
    findDollarPrice: createFindDollarPrice(settings.prices.coins),
    captcha: settings.captcha && createTurnstile(settings.captcha, { isOurHost: (hostname) => hosts.has(hostname) }),
    singleSignOn: settings.openid && createOpenid(settings.openid),
    sandboxes: mounted,
    sandboxMarket: market,
    close,
  }
}

interface Services {
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly identity: IdentityInquiry
  readonly payoutGateway: PayoutGateway | undefined
  readonly cardGateways: ConfiguredGateways
  readonly priceFeed: PriceFeed
}

/**
 * The same services, but with a line in the security log whenever a vendor gave no usable answer. The gauges show each vendor's last
 * answer; prices have their own log.
 */
export function reportFaults(
  { sms, email, identity, cardGateways, payoutGateway, priceFeed }: Services,
  { log, gauges, record }: { log: SecurityLog; gauges: Gauges; record?: Tracing['record'] | undefined },
): Services {
  const reporting = async <Outcome extends { kind: string }>(where: string, asking: Promise<Outcome | Unavailable>) => {
    const began = performance.now()
    const outcome = await asking
    const fault = isUnavailable(outcome) ? outcome.fault : undefined
    record?.({ name: `vendor ${where}`, began, fault, isOutside: true })
    gauges.noteVendor(where.split(' ')[0] ?? where, fault)
    if (fault !== undefined) log({ event: 'VENDOR_FAULT', code: fault, where })
    return outcome
  }
  return {
    sms: {
      sendCode: (message) => reporting('sms sendCode', sms.sendCode(message)),
      sendText: (message) => reporting('sms sendText', sms.sendText(message)),
    },
    email: { send: (message) => reporting('email send', email.send(message)) },
    identity: {
      verifyPerson: (person) => reporting('identity verifyPerson', identity.verifyPerson(person)),
      verifyBankAccount: (account) => reporting('identity verifyBankAccount', identity.verifyBankAccount(account)),
      shebaOfCard: (cardNumber) => reporting('identity shebaOfCard', identity.shebaOfCard(cardNumber)),
    },
    payoutGateway: payoutGateway && {
      submit: (submission) => reporting('payouts submit', payoutGateway.submit(submission)),
      find: (payout) => reporting('payouts find', payoutGateway.find(payout)),
    },
    cardGateways: Object.fromEntries(
      Object.entries(cardGateways).map(([name, gateway]) => [name, reportingGateway(gateway, reporting)]),
    ),
    priceFeed: {
      quotes: async (sources) => {
        const outcome = await priceFeed.quotes(sources)
        gauges.noteVendor('prices', outcome.kind === 'quotes' ? undefined : outcome.fault)
        return outcome
      },
    },
  }
}

type Reporting = <Outcome extends { kind: string }>(
  where: string,
  asking: Promise<Outcome | Unavailable>,
) => Promise<Outcome | Unavailable>

const reportingGateway = (gateway: CardGateway, reporting: Reporting): CardGateway => ({
  request: (payment) => reporting('cards request', gateway.request(payment)),
  verify: (payment) => reporting('cards verify', gateway.verify(payment)),
  inquire: (payment) => reporting('cards inquire', gateway.inquire(payment)),
  payBack: (payment) => reporting('cards payBack', gateway.payBack(payment)),
  findPayBack: (payment) => reporting('cards findPayBack', gateway.findPayBack(payment)),
  readReturn: (query) => gateway.readReturn(query),
})

const isUnavailable = (outcome: { kind: string } | Unavailable): outcome is Unavailable =>
  outcome.kind === 'unavailable'
