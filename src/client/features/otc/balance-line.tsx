import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/lib/use-coins.ts'
import { walletsQuery } from '#client/lib/wallets.queries.ts'
import { BalanceText } from '#client/ui/balance-text.tsx'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { allOf } from './quick-trade.logic.ts'
import type { QuickTrade } from './use-quick-trade.ts'

/** What can be spent, with a way to look again and a way to spend it all. */
export function BalanceLine({ trade }: { trade: QuickTrade }) {
  const { t } = useTranslation('otc')
  const { coinOf } = useCoins()
  const wallets = useQuery(walletsQuery())
  const { form, facts, dispatch } = trade
  const spent = form.side === 'BUY' ? form.unit : form.coin
  const scale = coinOf(spent)
  const all = allOf(form, facts)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="1" fontSize="sm" minHeight="tap">
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
          <chakra.span display="inline-flex" animation={wallets.isFetching ? 'turn 900ms linear infinite' : undefined}>
            <RotateCw size={16} aria-hidden="true" />
          </chakra.span>
        }
        onClick={() => void wallets.refetch()}
      />
      <chakra.span flex="1" />
      <Button variant="ghost" size="sm" disabled={!all} onClick={() => all && dispatch(all)}>
        {t('all')}
      </Button>
    </chakra.div>
  )
}
