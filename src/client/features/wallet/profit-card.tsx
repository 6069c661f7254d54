import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { ProfitCalculatorButton } from '#client/entities/wallet/profit-calculator-button.tsx'
import { ProfitText } from '#client/entities/wallet/profit-text.tsx'
import type { Holding, UnitProfit } from '#client/entities/wallet/profits.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'

type ProfitCardProps = {
  profits: readonly UnitProfit[]
  /** The calculator begins with the first of them. */
  holdings: ReadonlyMap<string, Holding>
}

/** The profit of everything held at the present prices, and of all sales, in each unit that the user has traded in. */
export function ProfitCard({ profits, holdings }: ProfitCardProps) {
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
    </Section>
  )
}
