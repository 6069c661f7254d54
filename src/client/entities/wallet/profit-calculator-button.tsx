import { Calculator } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { CalculatedMarket } from './profit-calculator-sheet.tsx'

const ProfitCalculatorSheet = lazy(() => import('./profit-calculator-sheet.tsx'))

/** Opens the calculator for a coin and a unit. */
export function ProfitCalculatorButton({ label, ...market }: CalculatedMarket & { label: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<Calculator size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <ProfitCalculatorSheet {...market} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
