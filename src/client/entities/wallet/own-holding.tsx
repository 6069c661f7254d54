import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { useSession } from '../session/session.ts'
import { BalanceText } from './balance-text.tsx'
import { ProfitCalculatorButton } from './profit-calculator-button.tsx'
import type { CalculatedMarket } from './profit-calculator-sheet.tsx'
import { AveragePrice, ProfitText } from './profit-text.tsx'
import { useProfits } from './use-profits.ts'

/** The user's holding of a coin with its average buy price, and the calculator; a market maker sees nothing. */
export default function OwnHolding({ coin, unit }: CalculatedMarket) {
  const { t } = useTranslation('wallet')
  const holding = useProfits(unit).holdings.get(coin)
  if (useSession()?.supervisor !== false) return null
  const facts: Fact[] = holding
    ? [
        { label: t('profit.held'), value: <BalanceText coin={coin} value={holding.held} /> },
        {
          label: t('profit.average'),
          value: <AveragePrice value={holding.averageBuyPrice} unit={holding.unit} />,
        },
        { label: t('profit.unrealised'), value: <ProfitText {...holding} /> },
      ]
    : []
  return (
    <chakra.div borderTopWidth="1px" borderColor="line" paddingTop="3">
      <FactList dense facts={facts} />
      {holding && (
        <chakra.p fontSize="xs" color="fg.muted" paddingBlock="1.5">
          {t('profit.about')}
        </chakra.p>
      )}
      <ProfitCalculatorButton label={t('calculator.action')} coin={coin} unit={unit} />
    </chakra.div>
  )
}
