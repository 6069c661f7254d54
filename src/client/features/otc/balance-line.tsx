import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { allOf, SHARES } from './balance-share.ts'
import { goldWeight } from './gold-weight.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

/**
 * The available balance, with buttons to refresh it and to spend a share or all of it. It is shown between the fields, where the sticky button never covers it.
 */
export function BalanceLine({ trade }: { trade: QuickTradeState }) {
  const { t } = useTranslation('deal')
  const { coinOf } = useCoins()
  const language = useLanguage()
  const wallets = useQuery(walletsQuery())
  const { form, facts, dispatch } = trade
  const spent = form.side === 'BUY' ? form.unit : form.coin
  const scale = coinOf(spent)
  return (
    <>
      {form.coin === 'GOLD' && <WeightChoice />}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" fontSize="sm" minHeight="tap">
        <chakra.span color="fg.muted">{t('balance')}:</chakra.span>
        <chakra.span fontWeight="semibold" paddingInlineStart="1">
          <BalanceText
            coin={spent}
            value={facts.balance !== undefined && scale ? formatDecimal(facts.balance, scale.decimals) : undefined}
          />
        </chakra.span>
        <IconButton
          label={t('refresh')}
          icon={
            <chakra.span
              display="inline-flex"
              animation={wallets.isFetching ? 'turn 900ms linear infinite' : undefined}
            >
              <RotateCw size={16} aria-hidden="true" />
            </chakra.span>
          }
          onClick={() => void wallets.refetch()}
        />
        <Shares>
          {SHARES.map((percent) => {
            const share = allOf(form, facts, percent)
            return (
              <button key={percent} type="button" disabled={!share} onClick={() => share && dispatch(share)}>
                {percent === 100n ? t('all') : <bdi>{showDecimal(String(percent), language, { percent: true })}</bdi>}
              </button>
            )
          })}
        </Shares>
      </chakra.div>
    </>
  )
}

const Shares = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    width: 'full',
    '& button': {
      flex: '1 0 auto',
      minHeight: 'tap',
      minWidth: 'tap',
      borderRadius: 'md',
      fontSize: 'xs',
      fontWeight: 'semibold',
      color: 'gold',
      bg: 'hover',
      _disabled: { color: 'fg.muted' },
    },
  },
})

/** Gram or mesghal; the amount stays what it is. */
function WeightChoice() {
  const { t } = useTranslation('deal')
  const options = (['gram', 'mesghal'] as const).map((value) => ({ value, label: t(`weight.${value}`) }))
  return <Segmented label={t('weight.label')} value={goldWeight.use()} options={options} onChange={goldWeight.set} />
}
