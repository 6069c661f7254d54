import { Calculator } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { CalculatedMarket } from './profit-calculator-sheet.tsx'

const ProfitCalculatorSheet = lazy(() => import('./profit-calculator-sheet.tsx'))

type CalculatorButtonProps = CalculatedMarket & {
  label: string
  /** The icon alone, where a form has no space for the label. */
  small?: boolean
}

/** Opens the calculator for a coin and a unit. */
export function ProfitCalculatorButton({ label, small = false, ...market }: CalculatorButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const icon = <Calculator size={16} aria-hidden="true" />
  const open = () => setOpen(true)
  return (
    <>
      {small ? (
        <IconButton label={label} icon={icon} onClick={open} />
      ) : (
        <Button size="sm" variant="quiet" icon={icon} onClick={open}>
          {label}
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <ProfitCalculatorSheet {...market} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
