import { BellPlus, Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PresentPrice } from '#client/entities/price-alert/price-alert-sheet.tsx'

const PriceAlertSheet = lazy(() => import('#client/entities/price-alert/price-alert-sheet.tsx'))

export type MarkFavourite = (change: { market: string; marked: boolean }) => void

type MarketButtonsProps = PresentPrice & {
  /** The traded coin's. */
  name: string
  /** `undefined` where there is no star. */
  isFavourite: boolean | undefined
  onMark: MarkFavourite | undefined
}

/** The bell of a price alert and the star of a favourite, as plain buttons in the look of `MARKS`. */
export default function MarketButtons({ name, isFavourite, onMark, ...present }: MarketButtonsProps) {
  const { t } = useTranslation('priceAlerts')
  const [isOpen, setOpen] = useState(false)
  const title = t('title', { name })
  return (
    <>
      <button type="button" className="mark" aria-label={title} title={title} onClick={() => setOpen(true)}>
        <BellPlus size={18} aria-hidden="true" />
      </button>
      {isFavourite !== undefined && <FavouriteStar {...{ name, isFavourite, onMark }} market={present.market.symbol} />}
      {isOpen && (
        <Suspense fallback={null}>
          <PriceAlertSheet {...present} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type FavouriteStarProps = Pick<MarketButtonsProps, 'name' | 'isFavourite' | 'onMark'> & { market: string }

function FavouriteStar({ market, name, isFavourite, onMark }: FavouriteStarProps) {
  const { t } = useTranslation('markets')
  const title = t('favourite', { name })
  return (
    <button
      type="button"
      className="mark"
      aria-label={title}
      title={title}
      aria-pressed={isFavourite}
      onClick={() => onMark?.({ market, marked: !isFavourite })}
    >
      <Star size={18} aria-hidden="true" />
    </button>
  )
}
