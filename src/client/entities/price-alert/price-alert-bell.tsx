import { BellPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { PresentPrice } from './price-alert-sheet.tsx'

const PriceAlertSheet = lazy(() => import('./price-alert-sheet.tsx'))

/** `PriceAlertButton` for table rows, which have space only for its icon. */
export default function PriceAlertBell(present: PresentPrice) {
  const { t } = useTranslation('priceAlerts')
  const { nameOf } = useCoins()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('title', { name: nameOf(present.market.base) })}
        icon={<BellPlus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={null}>{isOpen && <PriceAlertSheet {...present} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
