import { getExchangeInfo, getFaq, getHomeStatistics, getSandboxes, getStatistics, getTerms } from '#contract/content.ts'
import { TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { FEE_QUICK_TRADE, PERCENT_DECIMALS, percentOf } from '#domain/fee.ts'
import type { Language } from '#domain/market-state.ts'
import { type Route, route } from '../http/route.ts'
import { keepSnapshot, Snapshot } from '../http/snapshot.ts'
import { PublicStatistics, type StatisticsSettings } from './statistics.ts'
import { EN } from './texts/en.ts'
import { FA, type Texts } from './texts/fa.ts'

export interface ContentSettings extends StatisticsSettings {
  /** The outside services that are sandboxes here. */
  readonly sandboxes: readonly ('SMS' | 'EMAIL' | 'IDENTITY' | 'PAYMENT' | 'PRICES' | 'SSO' | 'CAPTCHA')[]
}

const TEXTS = { fa: withFees('fa', FA), en: withFees('en', EN) } as const satisfies Record<Language, Texts>

/** Example contacts, which the operator replaces. */
const CONTACTS = {
  email: 'support@kimia.example',
  number: '021-00000000',
  telegram: 'https://kimia.example/telegram',
  instagram: 'https://kimia.example/instagram',
  linkedin: 'https://kimia.example/linkedin',
  twitter: 'https://kimia.example/twitter',
  whatsapp: 'https://kimia.example/whatsapp',
  appAndroid: 'https://kimia.example/android',
  appIOS: 'https://kimia.example/ios',
  blog: 'https://kimia.example/blog',
}

/** The texts of the public pages, the public figures, and which services are sandboxes. */
export function contentRoutes(settings: ContentSettings): Route[] {
  const statistics = new PublicStatistics(settings)
  const tomanDecimals = settings.catalogue.coinBySymbol.get(TOMAN)?.decimals
  if (tomanDecimals === undefined) throw new Error('the catalogue has no Toman')
  const info = new Snapshot({ content: [infoIn('fa'), infoIn('en')] })
  const faq = { fa: faqIn('fa'), en: faqIn('en') }
  const terms = { fa: termsIn('fa'), en: termsIn('en') }
  const sandboxes = new Snapshot({ content: settings.sandboxes })
  const keep = keepSnapshot()
  const figures = async () => {
    const { userCount, tradesValue, tradesCount } = await statistics.read()
    return keep(`${userCount} ${tradesValue} ${tradesCount}`, () => ({
      baseDTO: { userCount, tradesValue: formatDecimal(tradesValue, tomanDecimals), tradesAmount: tradesCount },
    }))
  }
  return [
    route(getExchangeInfo, () => info),
    route(getFaq, ({ query, language }) => faq[textsOf(query.language, language)]),
    route(getTerms, ({ query, language }) => terms[textsOf(query.language, language)]),
    route(getStatistics, figures),
    route(getHomeStatistics, figures),
    route(getSandboxes, () => sandboxes),
  ]
}

const textsOf = (asked: Language | 'ar' | undefined, otherwise: Language): Language =>
  asked === 'ar' ? 'fa' : (asked ?? otherwise)

function infoIn(language: Language) {
  const { address, privacyPolicyHtml } = TEXTS[language]
  return { language, address, ...CONTACTS, privacyPolicy: privacyPolicyHtml }
}

/** The texts with the rates that are taken, as the language writes them. */
function withFees(language: Language, texts: Texts): Texts {
  const digits = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-US', {
    maximumFractionDigits: PERCENT_DECIMALS,
  })
  const percent = `${digits.format(percentOf(FEE_QUICK_TRADE) as `${number}`)}${language === 'fa' ? '٪' : '%'}`
  const filled = (text: string) => text.replaceAll('{{quickTradeFee}}', percent)
  return {
    ...texts,
    termsHtml: filled(texts.termsHtml),
    faq: texts.faq.map(({ question, answer }) => ({ question, answer: filled(answer) })),
  }
}

const faqIn = (language: Language) => new Snapshot({ content: TEXTS[language].faq })
const termsIn = (language: Language) => new Snapshot({ baseDTO: { html: TEXTS[language].termsHtml } })
