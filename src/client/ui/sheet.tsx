import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { DOUBLE_LETTERS, LESS_TRANSPARENCY } from './media.ts'
import { enterSheet, noteOpenSheet } from './sheet-history.ts'
import { SkeletonRows } from './skeleton.tsx'

type SheetProps = {
  open: boolean
  /** Called for Esc, a step back, the close button and a press outside. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Nothing in it may take the focus: the content itself does, so that a keyboard scrolls it. */
  scrolled?: boolean
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  /** `false` while something is being sent: only the footer's own buttons close it then. */
  dismissible?: boolean
  /** The page's URL opens the sheet, so that a step back closes it without an extra history entry. */
  inAddress?: boolean
}

const Dialog = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: 'auto 0 0 0',
    width: 'full',
    maxWidth: 'full',
    maxHeight: '92dvh',
    margin: '0',
    marginInline: 'auto',
    color: 'fg',
    bg: 'transparent',
    overflow: 'visible',
    '&[open]': { display: 'flex' },
    '&::backdrop': {
      background: 'var(--k-colors-veil)',
      backdropFilter: 'blur(3px)',
      [LESS_TRANSPARENCY]: { backdropFilter: 'none' },
    },
    md: { inset: '0', margin: 'auto', maxWidth: '30rem', height: 'fit-content' },
  },
})

/** The visible part, which slides in. The dialog itself does not move: toasts are attached to it, and would slide over controls. */
const Panel = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1',
    minWidth: '0',
    bg: 'raised',
    borderWidth: '1px',
    borderColor: 'line',
    borderTopRadius: '2xl',
    boxShadow: 'lifted',
    overflow: 'hidden',
    animation: 'sheetIn 240ms cubic-bezier(0.2, 0.8, 0.2, 1)',
    md: { borderRadius: '2xl' },
  },
})

/**
 * A native modal dialog: from the bottom edge on a phone, in the middle on a desktop. It traps focus and returns it. It is attached to the body,
 * since a form in a sheet must not be inside the form that opened it. Chakra's Dialog and Drawer take 19.3 KB for what the browser does here.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? createPortal(<OpenSheet {...rest} />, document.body) : null
}

/** For browsers without `closedby`. A sheet on top of this one handles its own Esc. */
function stay(event: KeyboardEvent): void {
  const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (event.key === 'Escape' && isOwn) event.preventDefault()
}

/** Shows the dialog while it is mounted, and returns focus to its opener. */
function useShownDialog(dialog: RefObject<HTMLDialogElement | null>): void {
  // The dialog is closed while it is still in the page: removing an open dialog would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = lastFocused()
    element.showModal()
    const forget = noteOpenSheet(element)
    return () => {
      forget()
      element.close()
      giveFocusBack(opener)
    }
  }, [dialog])
}

function OpenSheet(props: Omit<SheetProps, 'open'>) {
  const { onClose, title, children, scrolled, footer, dismissible = true, inAddress = false } = props
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const stepBack = useEffectEvent(() => {
    if (dismissible) onClose()
  })
  useLayoutEffect(() => (inAddress ? undefined : enterSheet({ close: () => stepBack() })), [inAddress])
  useShownDialog(dialog)
  return (
    <Dialog
      ref={dialog}
      aria-labelledby={titleId}
      // Browsers ignore `preventDefault` for a second Esc or step back, so `closedby` has to forbid closing.
      closedby={dismissible ? 'closerequest' : 'none'}
      onKeyDown={dismissible ? undefined : stay}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissible) onClose()
      }}
      onClick={(event) => {
        if (dismissible && event.target === event.currentTarget) onClose()
      }}
    >
      <Panel>
        <chakra.div
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          paddingInlineStart="5"
          paddingInlineEnd="2.5"
          paddingTop="3"
          paddingBottom="1"
          minHeight="3.75rem"
          flexShrink="0"
        >
          <chakra.h2 id={titleId} fontSize="lg" fontWeight="bold" tabIndex={-1}>
            {title}
          </chakra.h2>
          {dismissible && <IconButton label={t('close')} icon={<X size={20} aria-hidden="true" />} onClick={onClose} />}
        </chakra.div>
        <chakra.div
          {...(scrolled && { tabIndex: 0 })}
          {...{ paddingInline: '5', paddingBottom: '5', paddingTop: '2', overflowY: 'auto', flex: '1', minHeight: '0' }}
        >
          {/* Content that loads late keeps the sheet open, and the focus in it. */}
          <Suspense fallback={<SkeletonRows rows={3} />}>{children}</Suspense>
        </chakra.div>
        {footer && (
          <chakra.div
            display="flex"
            css={{ [DOUBLE_LETTERS]: { flexWrap: 'wrap' } }}
            gap="3"
            padding="5"
            paddingTop="3"
            paddingBottom="calc(1.25rem + env(safe-area-inset-bottom))"
            borderTopWidth="1px"
            borderColor="line"
            flexShrink="0"
          >
            {footer}
          </chakra.div>
        )}
      </Panel>
    </Dialog>
  )
}

let last: HTMLElement | undefined

/** Remembers the last focused element: a button that is disabled during its request loses focus before the sheet opens. */
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) last = target
})

/** The control that was pressed last, even if it has lost focus since. */
const lastFocused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : last

/** Delays before each try: the opener stays disabled until its request has been refused. */
const TRIES_MS = [0, 100, 400]

/** If no element has focus, returns it to the control that opened the sheet, once that control is enabled again. */
function giveFocusBack(opener: HTMLElement | undefined): void {
  for (const ms of TRIES_MS)
    setTimeout(() => {
      // This check comes first: the page may be gone by now, and its document with it.
      if (!opener?.isConnected) return
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere) opener.focus()
    }, ms)
}
