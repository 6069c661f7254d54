import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useTopSheet } from './open-sheets.ts'
import { type Toast, useToasts } from './toasts.ts'

/** Its look arrives with the first thing there is to say. */
const ToastCard = lazy(() => import('./toast-card.tsx'))

/** Of the header, which stays. */
const BELOW_HEADER = 'calc(4rem + env(safe-area-inset-top))'
/** Above a tablet's bars; on the trade page there are two. */
const ABOVE_BARS = 'calc(4.75rem + env(safe-area-inset-bottom))'
const ABOVE_TRADE_BAR = 'calc(8.75rem + env(safe-area-inset-bottom))'

const ABOVE_SHEET = {
  position: 'fixed',
  insetInline: { base: '3', lg: '1rem auto' },
  top: { base: 'calc(0.5rem + env(safe-area-inset-top))', lg: 'auto' },
  bottom: { lg: '4' },
} as const

/** Without a height of its own a phone's moves nothing of the page. */
const IN_PAGE = {
  position: { base: 'sticky', md: 'fixed' },
  height: { base: '0', md: 'auto' },
  insetInline: { md: '3', lg: '1rem auto' },
  top: { base: BELOW_HEADER, md: 'auto' },
  bottom: { md: ABOVE_BARS, lg: '4' },
  css: {
    '& > [role]:not(:empty)': { mdDown: { marginTop: '2' } },
    'body:has([data-trade-bar]) &': { mdOnly: { bottom: ABOVE_TRADE_BAR } },
  },
} as const

/**
 * Where toasts appear, in a page that puts this behind its header: on a phone right below it, far from the rows of a list and their buttons, on a tablet
 * above the bottom bar, on a desktop in the corner below the side bar, where no title and no table stands. While a sheet is open, whose buttons are at its
 * lower end, a phone has them above it.
 */
export function Toaster() {
  const toasts = useToasts()
  const sheet = useTopSheet()
  const region = (
    <chakra.div
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
