import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { type DetailValue, detailName, marketOf, readDetailLines } from '#contract/audit-text.ts'
import { useChangeLabel } from './changes.tsx'
import { Digits } from './digits.tsx'
import { coinsOfMarket, useMarketName } from './market-name.tsx'
import { SettingValue } from './setting-value.tsx'
import { useListText } from './use-list-text.ts'

const NUMBER = /^\d+$/

/** The recorded details of an event, in words if there are any; a tooltip shows the name in the log. */
export function AuditDetails({ details }: { details: Readonly<Record<string, string | number | boolean | null>> }) {
  const language = useLanguage()
  const labelOf = useChangeLabel()
  const arrow = language === 'fa' ? ' ← ' : ' → '
  const market = marketOf(details)
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
                <Value value={before} market={market} />
                {arrow}
              </>
            )}
            <Value value={after} market={market} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

function Value({ value, market }: { value: DetailValue; market: string | undefined }): ReactNode {
  const listText = useListText()
  const { unitOf } = useCoins()
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
    case 'setting': {
      const pair = market === undefined ? undefined : coinsOfMarket(market)
      return (
        <SettingValue
          name={value.setting}
          value={value.text}
          units={pair ? { base: unitOf(pair.base), quote: unitOf(pair.quote) } : {}}
        />
      )
    }
  }
}
