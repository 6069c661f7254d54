import type { SecurityLog } from '../accounts/security-log.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { Unavailable } from '../providers/call-vendor.ts'
import type { EmailSender } from '../providers/email/email.ts'
import type { IdentityInquiry } from '../providers/identity/identity.ts'
import type { CardGateway } from '../providers/payments/payments.ts'
import type { PriceFeed } from '../providers/prices/prices.ts'
import type { SmsSender } from '../providers/sms/sms.ts'

interface Services {
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly identity: IdentityInquiry
  readonly cardGateway: CardGateway
  readonly priceFeed: PriceFeed
}

/**
 * The same services, but with a line in the security log whenever a vendor gave no usable answer. The gauges show each vendor's last
 * answer; prices have their own log.
 */
export function reportFaults(
  { sms, email, identity, cardGateway, priceFeed }: Services,
  { log, gauges }: { log: SecurityLog; gauges: Gauges },
): Services {
  const reporting = async <Outcome extends { kind: string }>(where: string, asking: Promise<Outcome | Unavailable>) => {
    const outcome = await asking
    const fault = isUnavailable(outcome) ? outcome.fault : undefined
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
    cardGateway: {
      request: (payment) => reporting('cards request', cardGateway.request(payment)),
      verify: (payment) => reporting('cards verify', cardGateway.verify(payment)),
      inquire: (payment) => reporting('cards inquire', cardGateway.inquire(payment)),
      readReturn: (query) => cardGateway.readReturn(query),
    },
    priceFeed: {
      quotes: async (sources) => {
        const outcome = await priceFeed.quotes(sources)
        gauges.noteVendor('prices', outcome.kind === 'quotes' ? undefined : outcome.fault)
        return outcome
      },
    },
  }
}

const isUnavailable = (outcome: { kind: string } | Unavailable): outcome is Unavailable =>
  outcome.kind === 'unavailable'
