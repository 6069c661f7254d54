import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { originName } from '#contract/audit-text.ts'
import { deviceName } from '#domain/device-name.ts'

/** The coins of a market by its symbol: "GOLD_TOMAN". */
export function coinsOfMarket(marketType: string): { readonly base: string; readonly quote: string } {
  const at = marketType.lastIndexOf('_')
  return { base: marketType.slice(0, at), quote: marketType.slice(at + 1) }
}

/** A market's name in the language of the screen. */
export function useMarketName(): (marketType: string) => string {
  const { pairOf } = useCoins()
  return (marketType) => pairOf(coinsOfMarket(marketType))
}

/** A market's name with its symbol, which reports and the log use. */
export function MarketName({ marketType }: { marketType: string }) {
  const nameOf = useMarketName()
  return (
    <chakra.span display="inline-flex" flexDirection="column" alignItems="flex-start" minWidth="0">
      <bdi>{nameOf(marketType)}</bdi>
      <Code text={marketType} />
    </chakra.span>
  )
}

/** A coin's name with its symbol. */
export function CoinName({ coin }: { coin: string }) {
  const { nameOf, coinOf } = useCoins()
  return (
    <chakra.span display="inline-flex" flexDirection="column" alignItems="flex-start" minWidth="0">
      <bdi>{nameOf(coin)}</bdi>
      <Code text={coinOf(coin)?.code ?? coin} />
    </chakra.span>
  )
}

function Code({ text }: { text: string }) {
  return (
    <chakra.bdi dir="ltr" fontSize="2xs" color="fg.muted" overflowWrap="anywhere">
      {text}
    </chakra.bdi>
  )
}

interface Named {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mobileNumber?: string
}

/** Isolates a number, so that it runs left to right in a Persian sentence, too. */
const isolated = (text: string) => `\u2066${text}\u2069`

/** The name of a customer, or the mobile number while the name is unknown. */
export function useUserName(): (user: Named) => string {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  return ({ firstName, lastName, mobileNumber }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ')
    if (name !== '') return name
    return mobileNumber ? isolated(showDigits(mobileNumber, language)) : t('users.unnamed')
  }
}

/** A number that identifies a person or a thing, in digits of the language, left to right. */
export function Digits({ text }: { text: string }) {
  const language = useLanguage()
  return <bdi dir="ltr">{showDigits(text, language)}</bdi>
}

/** A device by its own description, in one line. A program sends no description, so its device is unknown. */
export function Device({ of: { browser, osType } }: { of: { browser: string; osType: string } }) {
  const language = useLanguage()
  const known = [browser, osType].flatMap((text) => deviceName(text) ?? [])
  return known.length === 0 ? originName('UNKNOWN', language) : <bdi>{known.join(', ')}</bdi>
}

const COMMA = { fa: '، ', en: ', ' }

/** A user by number, in a table. */
export function UserLink({ userId }: { userId: string }) {
  return (
    <PlainLink to="/operations/users/$userId" params={{ userId }}>
      <Digits text={userId} />
    </PlainLink>
  )
}

/** Joins words with the comma of the language. */
export function useListText(): (words: readonly string[]) => string {
  const language = useLanguage()
  return (words) => words.join(COMMA[language])
}

/** Filters rows of markets by a part of the market's name or symbol. */
export function useFoundMarkets<Row extends { readonly marketType: string }>(rows: readonly Row[]) {
  const [search, setSearch] = useState('')
  const nameOf = useMarketName()
  const wanted = search.trim().toUpperCase()
  const found = rows.filter(
    ({ marketType }) => marketType.includes(wanted) || nameOf(marketType).toUpperCase().includes(wanted),
  )
  return { search, setSearch, found }
}

/** An amount of a coin, with as many decimals as its balances show. */
export function CoinAmount({ coin, value }: { coin: string; value: string }) {
  const { unitOf, coinOf } = useCoins()
  return <DecimalText value={value} unit={unitOf(coin)} fractionMax={coinOf(coin)?.balanceDecimals ?? 8} />
}
