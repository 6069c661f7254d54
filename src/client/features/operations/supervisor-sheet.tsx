import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { proposeSupervisor } from '#contract/operations-proposals.ts'
import { ActSheet } from './act-sheet.tsx'
import { useUserName } from './names.tsx'
import type { UserPage } from './user.queries.ts'

const TOMAN = 'TOMAN'

interface Line {
  readonly coin: string
  readonly amount: string
}

/** More digits than any coin has; the server knows the coin's own. */
const DECIMALS_MAX = 18

/** Proposes a liquidity provider: the customer, and how much of each coin the operator's credit line lends. */
export function SupervisorSheet({ user, onClose }: { user: UserPage; onClose: () => void }) {
  const { t } = useTranslation('operations')
  const nameOf = useUserName()
  const symbols = useCoinSymbols()
  const [lines, setLines] = useState<readonly Line[]>([{ coin: 'TOMAN', amount: '' }])
  const used = lines.map(({ coin }) => coin)
  const free = symbols.find((symbol) => !used.includes(symbol))
  const change = (at: number, next: Partial<Line>) =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...next } : line)))
  const isIncomplete = lines.some(({ amount }) => amount === '')
  return (
    <ActSheet
      title={t('act.supervisor.title', { name: nameOf(user) })}
      text={t('act.supervisor.text')}
      yes={t('act.supervisor.action')}
      done={t('act.supervisor.done')}
      proposes={{ kind: 'APPOINT_SUPERVISOR', userId: user.id }}
      problem={isIncomplete}
      act={(reason) => callApi(proposeSupervisor, { params: { id: user.id }, body: { credit: [...lines], reason } })}
      onClose={onClose}
    >
      {({ checked }) => (
        <>
          {lines.map((line, index) => (
            <CreditLine
              key={line.coin}
              line={line}
              symbols={symbols.filter((symbol) => symbol === line.coin || !used.includes(symbol))}
              problem={checked && line.amount === '' ? t('act.supervisor.missing') : undefined}
              onChange={(next) => change(index, next)}
            />
          ))}
          {free !== undefined && (
            <Button variant="quiet" size="sm" onClick={() => setLines([...lines, { coin: free, amount: '' }])}>
              {t('act.supervisor.more')}
            </Button>
          )}
        </>
      )}
    </ActSheet>
  )
}

function CreditLine({
  line,
  symbols,
  problem,
  onChange,
}: {
  line: Line
  symbols: readonly string[]
  problem: string | undefined
  onChange: (next: Partial<Line>) => void
}) {
  const { t } = useTranslation('operations')
  const { nameOf, unitOf } = useCoins()
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
      <SelectField
        label={t('user.coin')}
        value={line.coin}
        options={symbols.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(coin) => onChange({ coin })}
      />
      <DecimalField
        label={t('act.supervisor.amount')}
        value={line.amount}
        decimals={DECIMALS_MAX}
        unit={unitOf(line.coin)}
        problem={problem}
        onChange={(amount) => onChange({ amount })}
      />
    </chakra.div>
  )
}

/** The symbols of all coins in the order of the exchange; only Toman until they are loaded. */
function useCoinSymbols(): readonly string[] {
  const { data } = useQuery(coinsQuery())
  return data ? [TOMAN, ...[...data.keys()].filter((symbol) => symbol !== TOMAN)] : [TOMAN]
}
