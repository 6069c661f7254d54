import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { useBalancesHidden } from '#client/entities/wallet/balance-text.tsx'
import { ProfitCalculatorButton } from '#client/entities/wallet/profit-calculator-button.tsx'
import { ProfitText } from '#client/entities/wallet/profit-text.tsx'
import type { CoinProfit, Holding, UnitProfit } from '#client/entities/wallet/profits.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { nothing } from '#client/lib/without-code.ts'
import { Disclosure } from '#client/ui/disclosure.ts'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'

/** Lazy: the drawing library is loaded with the first chart. */
const ProfitBars = lazy(() => import('./profit-bars.tsx').catch(nothing<{ coins: readonly CoinProfit[] }>))

type ProfitCardProps = {
  profits: readonly UnitProfit[]
  coins: readonly CoinProfit[]
  /** The calculator begins with the first of them. */
  holdings: ReadonlyMap<string, Holding>
}

/** The profit of everything held at the present prices, and of all sales, in each unit that the user has traded in. */
export function ProfitCard({ profits, coins, holdings }: ProfitCardProps) {
  const { t } = useTranslation('wallet')
  const { t: ofMarkets } = useTranslation('coins')
  const [usual] = unitsOf(useLanguage())
  const [first] = holdings.values()
  const calculator = (
    <ProfitCalculatorButton label={t('calculator.action')} coin={first?.coin ?? 'GOLD'} unit={first?.unit ?? usual} />
  )
  const label = (what: 'unrealised' | 'realised', unit: UnitProfit['unit']) =>
    profits.length === 1 ? t(`profit.${what}`) : `${t(`profit.${what}`)} · ${ofMarkets(`unit.${unit}`)}`
  return (
    <Section title={t('profit.title')} aside={calculator}>
      <FactList
        facts={profits.flatMap(({ unit, unrealised, realised }): Fact[] => [
          ...(unrealised
            ? [{ label: label('unrealised', unit), value: <ProfitText {...unrealised} />, strong: true }]
            : []),
          {
            label: label('realised', unit),
            value: <ProfitText unit={unit} amount={realised} percent={undefined} />,
          },
        ])}
      />
      <chakra.p fontSize="xs" color="fg.muted" paddingTop="2" lineHeight="tall">
        {t('profit.about')}
      </chakra.p>
      {coins.length > 0 && <ByCoin coins={coins} />}
    </Section>
  )
}

/** The bars load when they are asked for. Their lengths say as much as figures: with hidden balances there are none. */
function ByCoin({ coins }: Pick<ProfitCardProps, 'coins'>) {
  const { t } = useTranslation('wallet')
  const [isOpen, setIsOpen] = useState(false)
  if (useBalancesHidden()) return null
  return (
    <chakra.div paddingTop="3" marginBottom="-3">
      <Disclosure
        css={{ '&:first-of-type': { borderTopWidth: '1px' } }}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>
          {t('profit.byCoin')}
          <ChevronDown size={16} aria-hidden="true" />
        </summary>
        {isOpen && (
          <chakra.div paddingBottom="4">
            <Suspense fallback={<SkeletonRows rows={coins.length} />}>
              <ProfitBars coins={coins} />
            </Suspense>
          </chakra.div>
        )}
      </Disclosure>
    </chakra.div>
  )
}
