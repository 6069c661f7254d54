import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type RowLines, RowList } from '#client/ui/row-list.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { type getOperatedMarkets, haltMarket, resumeMarket, switchMaker } from '#contract/operations-markets.ts'
import { useMay } from './allowed.tsx'
import type { MarketAct } from './market-acts.tsx'
import { coinsOfMarket, MarketName, useMarketName } from './market-name.tsx'

export type OperatedMarket = Reply<typeof getOperatedMarkets>['content'][number]

type MarketListProps = { caption: string; markets: readonly OperatedMarket[]; onAct: (act: MarketAct) => void }

/** The state of markets: in a table, or on a phone in two lines each, which open to all columns and acts. */
export function MarketList({ caption, markets, onAct }: MarketListProps) {
  const { t } = useTranslation('proposals')
  const columns = useColumns(onAct)
  const lines = useLines()
  if (markets.length === 0) return <EmptyState title={t('market.none')} />
  return <RowList caption={caption} rows={markets} keyOf={keyOf} columns={columns} lines={lines} />
}

const keyOf = ({ marketType }: OperatedMarket) => marketType

function useLines(): RowLines<OperatedMarket> {
  const { t } = useTranslation('operations')
  const nameOf = useMarketName()
  return {
    what: ({ marketType }) => <bdi>{nameOf(marketType)}</bdi>,
    amount: (market) => <State market={market} />,
    when: (market) => <SourcePrice market={market} />,
    result: ({ makerEnabled }) => (
      <>
        {t('markets.maker')}: <Maker enabled={makerEnabled} />
      </>
    ),
  }
}

function State({ market: { state } }: { market: OperatedMarket }) {
  const { t } = useTranslation('operations')
  return (
    <chakra.span color={state.kind === 'OPEN' ? 'buy' : 'sell'} fontWeight="semibold">
      {t(`markets.state.${state.kind}`)}
    </chakra.span>
  )
}

/** Whether the market maker quotes the market; a dash if it has no strategy. */
function Maker({ enabled }: { enabled: boolean | null }) {
  const { t } = useTranslation('operations')
  if (enabled === null) return '–'
  return enabled ? t('markets.makerOn') : t('markets.makerOff')
}

function useColumns(onAct: (act: MarketAct) => void): readonly Column<OperatedMarket>[] {
  const { t } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const language = useLanguage()
  return [
    { key: 'market', label: t('markets.market'), cell: ({ marketType }) => <MarketName marketType={marketType} /> },
    {
      key: 'state',
      label: t('users.state'),
      cell: (market) => (
        <span>
          <State market={market} />
          {market.halt && <SinceAndBy since={market.halt.since} by={market.halt.by} />}
        </span>
      ),
    },
    { key: 'why', label: t('act.reason'), cell: ({ state }) => state.reason?.[language] ?? '–' },
    {
      key: 'maker',
      label: t('markets.maker'),
      cell: ({ makerEnabled, makerOff }) => (
        <span>
          <Maker enabled={makerEnabled} />
          {makerOff && <SinceAndBy since={makerOff.since} by={makerOff.by ?? ofSettings('market.lossStop')} />}
        </span>
      ),
    },
    { key: 'price', label: ofSettings('market.price.title'), cell: (market) => <SourcePrice market={market} /> },
    {
      key: 'acts',
      label: t('markets.acts'),
      unnamed: true,
      wide: true,
      cell: (market) => <Acts market={market} onAct={onAct} />,
    },
  ]
}

/** The operator who switched something off, and the time. */
function SinceAndBy({ since, by }: { since: string; by: string | null }) {
  return (
    <chakra.span display="block" fontSize="xs" color="fg.muted">
      {by !== null && <chakra.bdi display="block">{by}</chakra.bdi>}
      <DateText at={since} />
    </chakra.span>
  )
}

/** The price of the feed, with its time if it is too old for trading. */
function SourcePrice({ market: { marketType, price } }: { market: OperatedMarket }) {
  const { t } = useTranslation('proposals')
  const { unitOf } = useCoins()
  if (price === null) return <chakra.span color="sell">{t('market.price.none')}</chakra.span>
  return (
    <span>
      <DecimalText value={price.value} unit={unitOf(coinsOfMarket(marketType).quote)} />
      {price.stale && (
        <chakra.span display="block" fontSize="xs" color="sell">
          {t('market.price.stale')} <DateText at={price.at} style="time" />
        </chakra.span>
      )}
    </span>
  )
}

/** A halted market can be resumed or get another kind of halt: the change does not open it for trading in between. */
function Acts({ market, onAct }: { market: OperatedMarket; onAct: (act: MarketAct) => void }) {
  const { t } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const { marketType, halted, makerEnabled } = market
  const may = useMay()
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1">
      {!halted && may(haltMarket) && (
        <Button size="sm" variant="danger" data-row="" onClick={() => onAct({ kind: 'halt', marketType })}>
          {t('markets.halt.action')}
        </Button>
      )}
      {halted && may(resumeMarket) && (
        <Button size="sm" variant="quiet" data-row="" onClick={() => onAct({ kind: 'resume', marketType })}>
          {t('markets.resume.action')}
        </Button>
      )}
      {halted && may(haltMarket) && (
        <Button size="sm" variant="quiet" onClick={() => onAct({ kind: 'changeHalt', marketType })}>
          {ofSettings('market.changeHalt.action')}
        </Button>
      )}
      {makerEnabled !== null && may(switchMaker) && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => onAct({ kind: makerEnabled ? 'makerOff' : 'makerOn', marketType })}
        >
          {makerEnabled ? t('markets.switchOff.action') : t('markets.switchOn.action')}
        </Button>
      )}
    </chakra.div>
  )
}
