import * as z from 'zod/mini'
import {
  CODES,
  coinOf,
  type DetailValue,
  detailName,
  marketOf,
  readDetailLines,
  settingOf,
} from '#contract/audit-text.ts'
import { isSettingName, MEASURES } from '#contract/setting-measures.ts'
import { TOMAN } from '#domain/coin.ts'
import type { Language } from '#domain/market-state.ts'
import { dayInTehran, timeInTehran } from '#domain/tehran-day.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import { coinName, marketName } from '../reports/report-words.ts'

interface Writing {
  readonly catalogue: Catalogue
  readonly language: Language
}

const COMMA = { fa: '، ', en: ', ' } as const
const ARROW = { fa: ' ← ', en: ' → ' } as const

/** The stored details of an event, in the words of the screen: "Price step: 10 Toman → 50 Toman; Reason: the market is quiet". */
export function detailsText(json: string, writing: Writing): string {
  const details = readDetails(json)
  const market = marketOf(details)
  const coin = market === undefined ? coinOf(details) : undefined
  const textOf = (value: DetailValue) => valueText(value, { ...writing, market, coin })
  return readDetailLines(details, writing.language)
    .map(({ name, before, after }) => {
      const was = before ? `${textOf(before)}${ARROW[writing.language]}` : ''
      return `${nameOf(name, writing.language)}: ${was}${textOf(after)}`
    })
    .join('; ')
}

function nameOf(name: string, language: Language): string {
  const { field, network: words } = CODES[language]
  const { setting, network } = settingOf(name)
  const label = detailName(name, language) ?? (isSettingName(setting) ? field[setting] : setting)
  return network === undefined ? label : words.of.replace('{{network}}', network).replace('{{name}}', label)
}

type ValueWriting = Writing & { readonly market: string | undefined; readonly coin: string | undefined }

function valueText(value: DetailValue, writing: ValueWriting): string {
  const { catalogue, language } = writing
  switch (value.kind) {
    case 'words':
      return value.words.join(COMMA[language])
    case 'market': {
      const market = catalogue.marketBySymbol.get(value.text)
      return market ? marketName(market, language) : value.text
    }
    case 'day':
      return dayInTehran(new Date(`${value.text}T12:00:00Z`), language)
    case 'instant':
      return timeInTehran(new Date(value.text), language)
    case 'setting':
      return settingText(value, writing)
    case 'typed':
    case 'plain':
      return value.text
  }
}

/** A value of a setting with its unit. */
function settingText(
  { setting, text }: { setting: string; text: string },
  { catalogue, language, market: symbol, coin }: ValueWriting,
): string {
  const { unit, hours, flag, closed, level, byVolume, solar, lunar, account, direction } = CODES[language]
  const market = symbol === undefined ? undefined : catalogue.marketBySymbol.get(symbol)
  const base = market?.base ?? catalogue.coinBySymbol.get(coin ?? '')
  const toman = catalogue.coinBySymbol.get(TOMAN)
  const withUnit = (name: string | undefined) => (name === undefined ? text : `${text} ${name}`)
  const yesOr = (words: { readonly yes: string; readonly no: string }) => (text === 'true' ? words.yes : words.no)
  const known = (words: Readonly<Record<string, string>>) => (Object.hasOwn(words, text) ? words[text] : undefined)
  switch (isSettingName(setting) ? MEASURES[setting] : 'words') {
    case 'instant':
      return timeInTehran(new Date(text), language)
    case 'percent':
      return `${text}${language === 'fa' ? '٪' : '%'}`
    case 'base':
      return withUnit(base && coinName(base, language))
    case 'quote':
      return withUnit(market && coinName(market.quote, language))
    case 'toman':
      return withUnit(toman && coinName(toman, language))
    case 'dollar':
      return withUnit(unit.dollar)
    case 'milliseconds':
      return withUnit(unit.milliseconds)
    case 'hours':
      return known(hours) ?? text
    case 'coin': {
      const coin = catalogue.coinBySymbol.get(text)
      return coin ? coinName(coin, language) : text
    }
    case 'flag':
      return yesOr(flag)
    case 'yesOrNo':
      return yesOr(closed)
    case 'occasion':
      return known(solar) ?? known(lunar) ?? text
    case 'account':
      return known(account) ?? text
    case 'direction':
      return known(direction) ?? text
    case 'level':
      return known(level) ?? byVolume.level
    case 'endOf':
      return `…${text}`
    case 'count':
    case 'payoutWay':
    case 'roles':
    case 'code':
    case 'words':
      return text
  }
}

const Details = z.record(z.string(), z.unknown())

/** The details of an event for the wire; a value other than text, number, boolean or null becomes its JSON. */
export function readDetails(json: string): Record<string, string | number | boolean | null> {
  const details = Details.parse(JSON.parse(json))
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, plain(value)]))
}

function plain(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === null ? null : JSON.stringify(value)
}
