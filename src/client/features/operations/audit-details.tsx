import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { coinOf, type DetailValue, detailName, marketOf, readDetailLines } from '#contract/audit-text.ts'
import { coinsOfMarket, Digits, useListText, useMarketName } from './names.tsx'
import { type SettingUnits, SettingValue, useChangeLabel } from './setting-value.tsx'

const NUMBER = /^\d+$/

/** The recorded details of an event, in words if there are any; a tooltip shows the name in the log. */
export function AuditDetails({ details }: { details: Readonly<Record<string, string | number | boolean | null>> }) {
  const language = useLanguage()
  const labelOf = useChangeLabel()
  const arrow = language === 'fa' ? ' ← ' : ' → '
  const units = useUnits(details)
  return (
    <chakra.dl display="flex" flexWrap="wrap" columnGap="3" rowGap="0.5" fontSize="xs">
      {readDetailLines(details, language).map(({ name, before, after }) => (
        <chakra.div key={name} display="flex" gap="1">
          <chakra.dt color="fg.muted" title={name}>
            <bdi>{detailName(name, language) ?? labelOf(name)}</bdi>:
          </chakra.dt>
          <chakra.dd overflowWrap="anywhere">
            {before && (
              <>
                <Value value={before} units={units} />
                {arrow}
              </>
            )}
            <Value value={after} units={units} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** The coins of the event's market, or its coin. */
function useUnits(details: Parameters<typeof marketOf>[0]): SettingUnits {
  const { unitOf } = useCoins()
  const market = marketOf(details)
  const { base = coinOf(details), quote } = market === undefined ? {} : coinsOfMarket(market)
  return { base: base && unitOf(base), quote: quote && unitOf(quote) }
}

function Value({ value, units }: { value: DetailValue; units: SettingUnits }): ReactNode {
  const listText = useListText()
  const nameOf = useMarketName()
  switch (value.kind) {
    case 'words':
      return listText(value.words)
    case 'typed':
      return <bdi>{value.text}</bdi>
    case 'market':
      return <bdi>{nameOf(value.text)}</bdi>
    case 'day':
      return <DateText at={`${value.text}T12:00:00Z`} style="date" />
    case 'instant':
      return <DateText at={value.text} />
    case 'plain':
      return NUMBER.test(value.text) ? <Digits text={value.text} /> : <bdi>{value.text}</bdi>
    case 'setting':
      return <SettingValue name={value.setting} value={value.text} units={units} />
  }
}
