import { BellPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/lib/use-coins.ts'
import { IconButton } from './icon-button.tsx'
import type { AlertedMarket } from './price-alert-sheet.tsx'

const PriceAlertSheet = lazy(() => import('./price-alert-sheet.tsx'))

/** As the button, where a row of a table has room for its icon alone. */
export default function PriceAlertBell({ market, price }: { market: AlertedMarket; price: string }) {
  const { t } = useTranslation('priceAlerts')
  const { nameOf } = useCoins()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('title', { name: nameOf(market.base) })}
        icon={<BellPlus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {isOpen && <PriceAlertSheet market={market} price={price} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
