import { chakra } from '@chakra-ui/react'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { useFavourites, useMarkFavourite } from './favourites.queries.ts'

type FavouriteStarProps = {
  /** "GOLD_TOMAN" */
  market: string
  /** The traded coin, which names the button. */
  coin: string
}

/** Marks a market as a favourite; a visitor has none. */
export default function FavouriteStar({ market, coin }: FavouriteStarProps) {
  const { t } = useTranslation('markets')
  const { nameOf } = useCoins()
  const favourites = useFavourites()
  const mark = useMarkFavourite()
  if (!favourites) return null
  const marked = favourites.includes(market)
  return (
    <IconButton
      label={t('favourite', { name: nameOf(coin) })}
      pressed={marked}
      icon={
        <chakra.span color={marked ? 'gold' : 'fg.faint'}>
          <Star size={18} fill={marked ? 'currentColor' : 'none'} aria-hidden="true" />
        </chakra.span>
      }
      onClick={() => mark.mutate({ market, marked: !marked })}
    />
  )
}
