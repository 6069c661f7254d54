import { BellPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import type { AlertedMarket } from './price-alert-sheet.tsx'

const PriceAlertSheet = lazy(() => import('./price-alert-sheet.tsx'))

/** Waits for a price of this market in the user's place. */
export function PriceAlertButton({ market, price }: { market: AlertedMarket; price: string | undefined }) {
  const { t } = useTranslation('priceAlerts')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" icon={<BellPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('action')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <PriceAlertSheet market={market} price={price} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
