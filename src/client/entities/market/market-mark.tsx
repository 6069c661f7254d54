import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDate } from '#client/ui/show-date.ts'
import type { MarketRow } from './markets.queries.ts'

type MarketMarkProps = {
  state: MarketRow['state']
  /** Adds the time at which the present state ends. */
  withTime?: boolean
}

/** Whether a market is open now, as the server reports it, for markets with trading hours or a halt. A market that never closes has no mark. */
export default function MarketMark({ state, withTime = false }: MarketMarkProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  if (!state || (state.kind === 'OPEN' && !state.closesAt)) return null
  const isOpen = state.kind === 'OPEN'
  const changesAt = isOpen ? state.closesAt : state.opensAt
  const name = isOpen ? 'open' : state.kind === 'CLOSED' ? 'closed' : 'halted'
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      fontSize="xs"
      fontWeight="semibold"
      color={isOpen ? 'buy' : 'fg.muted'}
    >
      <chakra.span width="1.5" height="1.5" borderRadius="full" bg={isOpen ? 'buy' : 'fg.muted'} aria-hidden="true" />
      {withTime && changesAt
        ? t(`mark.${isOpen ? 'openUntil' : 'closedUntil'}`, {
            time: showDate(new Date(changesAt), language, isOpen ? 'time' : 'date-time'),
          })
        : t(`mark.${name}`)}
    </chakra.span>
  )
}
