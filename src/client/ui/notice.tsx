import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOK = {
  error: { icon: CircleAlert, colour: 'sell' },
  success: { icon: CircleCheck, colour: 'buy' },
  info: { icon: Info, colour: 'info' },
  warning: { icon: TriangleAlert, colour: 'gold' },
} as const

type NoticeProps = {
  tone: keyof typeof LOOK
  title?: string
  children?: ReactNode
  /** The next step: a link or a button. */
  action?: ReactNode
  /** Announced immediately to screen readers: for answers to an action of the user. */
  urgent?: boolean
}

/** Scrolls the notice into view, since the button may be at the end of a long form. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A sentence that stays on the page: the refusal of a form, the state of an account. */
export function Notice({ tone, title, children, action, urgent = tone === 'error' }: NoticeProps) {
  const { icon: Icon, colour } = LOOK[tone]
  return (
    <chakra.div
      ref={urgent ? reveal : undefined}
      role={urgent ? 'alert' : undefined}
      scrollMarginBlock="6rem"
      display="flex"
      gap="3"
      padding="3.5"
      borderRadius="md"
      bg={`${colour}.subtle`}
      fontSize="sm"
      lineHeight="snug"
    >
      <chakra.span color={colour} flexShrink="0" paddingTop="0.5">
        <Icon size={18} aria-hidden="true" />
      </chakra.span>
      <chakra.div minWidth="0" flex="1">
        {title && <chakra.p fontWeight="semibold">{title}</chakra.p>}
        {children && <chakra.div color={title ? 'fg.muted' : 'fg'}>{children}</chakra.div>}
        {action && <chakra.div marginTop="2">{action}</chakra.div>}
      </chakra.div>
    </chakra.div>
  )
}
