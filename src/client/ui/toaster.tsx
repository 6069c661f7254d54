import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useTopSheet } from './open-sheets.ts'
import { type Toast, useToasts } from './toasts.ts'

/** Its look arrives with the first thing there is to say. */
const ToastCard = lazy(() => import('./toast-card.tsx'))

/** Above the phone's bars; on the trade page there are two. */
const ABOVE_BARS = 'calc(4.75rem + env(safe-area-inset-bottom))'
const ABOVE_TRADE_BAR = 'calc(8.75rem + env(safe-area-inset-bottom))'

/**
 * Where toasts appear: above the phone's bottom bar, on a desktop in the corner below the side bar, where no title and no
 * table stands. While a sheet is open, whose buttons are at its lower end, a phone has them above it.
 */
export function Toaster() {
  const toasts = useToasts()
  const sheet = useTopSheet()
  const region = (
    <chakra.div
      position="fixed"
      zIndex="toast"
      insetInline={{ base: '3', lg: '1rem auto' }}
      top={{ base: sheet ? 'calc(0.5rem + env(safe-area-inset-top))' : 'auto', lg: 'auto' }}
      bottom={{ base: sheet ? 'auto' : ABOVE_BARS, lg: '4' }}
      width={{ lg: '15.75rem' }}
      maxWidth={{ base: '30rem', lg: 'none' }}
      marginInline="auto"
      css={sheet ? {} : { 'body:has([data-trade-bar]) &': { lgDown: { bottom: ABOVE_TRADE_BAR } } }}
      display="grid"
      gap="2.5"
      pointerEvents="none"
    >
      <div role="status" aria-live="polite">
        {toasts.filter((toast) => toast.tone !== 'error').map(renderToast)}
      </div>
      <div role="alert" aria-live="assertive">
        {toasts.filter((toast) => toast.tone === 'error').map(renderToast)}
      </div>
    </chakra.div>
  )
  return createPortal(region, sheet ?? document.body)
}

function renderToast(toast: Toast) {
  return (
    <Suspense key={toast.id}>
      <ToastCard toast={toast} />
    </Suspense>
  )
}
