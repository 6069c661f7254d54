import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { QuoteUnit } from '#client/entities/market/quote-unit.ts'

// Prefetched on hover and focus, so that it is loaded by the time the button is pressed.
const loadSheet = () => import('./coin-list.tsx')
const CoinSheet = lazy(loadSheet)

type CoinPickerProps = { unit: QuoteUnit; value: string; onChoose: (symbol: string) => void }

/** The chosen coin; a press opens the searchable list. */
export function CoinPicker({ unit, value, onChoose }: CoinPickerProps) {
  const { t } = useTranslation('otc')
  const { nameOf, unitOf } = useCoins()
  const [open, setOpen] = useState(false)
  return (
    <>
      <chakra.button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={loadSheet}
        onFocus={loadSheet}
        onClick={() => setOpen(true)}
        display="flex"
        alignItems="center"
        gap="2"
        width="full"
        minHeight="3.5rem"
        paddingInline="2"
        borderRadius="md"
        borderWidth="1px"
        borderColor="line.strong"
        bg="sunken"
        _hover={{ borderColor: 'fg.faint' }}
      >
        <CoinIcon symbol={value} size={28} />
        <chakra.span flex="1" minWidth="0" textAlign="start">
          <chakra.span srOnly>{t('coin.change')}</chakra.span>
          <chakra.span display="block" fontWeight="bold" fontSize="sm" lineHeight="snug">
            {nameOf(value)}
          </chakra.span>
          <chakra.span display="block" fontSize="xs" color="fg.muted" lineHeight="tight">
            {unitOf(value)}
          </chakra.span>
        </chakra.span>
        <ChevronDown size={18} aria-hidden="true" />
      </chakra.button>
      <Suspense>
        {open && (
          <CoinSheet
            unit={unit}
            value={value}
            onClose={() => setOpen(false)}
            onChoose={(symbol) => {
              onChoose(symbol)
              setOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
