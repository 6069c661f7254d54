import { BellPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { PresentPrice } from './price-alert-sheet.tsx'

const PriceAlertSheet = lazy(() => import('./price-alert-sheet.tsx'))

/** Creates an alert for a price of this market. */
export function PriceAlertButton(present: PresentPrice) {
  const { t } = useTranslation('priceAlerts')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" icon={<BellPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('action')}
      </Button>
      <Suspense fallback={null}>{isOpen && <PriceAlertSheet {...present} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
