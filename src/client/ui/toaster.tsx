import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useTopSheet } from './open-sheets.ts'
import { type Toast, useToasts } from './toasts.ts'

/** Its look arrives with the first thing there is to say. */
const ToastCard = lazy(() => import('./toast-card.tsx'))

/** On the header, whose controls are pressed through it, and above a sheet. */
const TOP = 'calc(0.25rem + env(safe-area-inset-top))'
/** Above a tablet's bars; on the trade page there are two. */
const ABOVE_BARS = 'calc(4.75rem + env(safe-area-inset-bottom))'
const ABOVE_TRADE_BAR = 'calc(8.75rem + env(safe-area-inset-bottom))'

const ABOVE_SHEET = { top: { base: TOP, lg: 'auto' }, bottom: { lg: '4' } } as const

const IN_PAGE = {
  top: { base: TOP, md: 'auto' },
  bottom: { md: ABOVE_BARS, lg: '4' },
  css: {
    'body:has([data-trade-bar]) &': { mdOnly: { bottom: ABOVE_TRADE_BAR } },
    // Beside the links of the header.
    'body:not(:has([data-side-bar])) header ~ &': {
      lg: { top: TOP, bottom: 'auto', insetInline: 'auto calc(50% - 15.75rem)' },
    },
  },
} as const

/**
 * Where toasts appear, in a page that puts this behind its header: on a phone over that header, so that they lie on no title and no row, on a tablet above
 * the bottom bar, on a desktop in the corner below the side bar, or in the empty middle of the header where there is none. While a sheet is open, whose buttons are at
 * its lower end, a phone has them above it. What lies below one can be pressed.
 */
export function Toaster() {
  const toasts = useToasts()
  const sheet = useTopSheet()
  const region = (
    <chakra.div
      position="fixed"
      insetInline={{ base: '3', lg: '1rem auto' }}
      zIndex="toast"
      width={{ base: 'min(30rem, calc(100% - 1.5rem))', lg: '15.75rem' }}
      marginInline="auto"
      {...(sheet ? ABOVE_SHEET : IN_PAGE)}
      display="grid"
      alignContent="start"
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
  return sheet ? createPortal(region, sheet) : region
}

function renderToast(toast: Toast) {
  return (
    <Suspense key={toast.id}>
      <ToastCard toast={toast} />
    </Suspense>
  )
}
