import { chakra } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'

export type ButtonVariant = 'primary' | 'buy' | 'sell' | 'danger' | 'quiet' | 'ghost'

/** Shared by `Button` and by links that look like buttons (`ButtonLink`). */
export const buttonRecipe = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    position: 'relative',
    minHeight: 'tap',
    paddingInline: '5',
    borderRadius: 'md',
    fontWeight: 'semibold',
    fontSize: 'sm',
    lineHeight: 'tight',
    textAlign: 'center',
    userSelect: 'none',
    transition: 'background-color 140ms, border-color 140ms, color 140ms, transform 90ms',
    _active: { transform: 'scale(0.985)' },
    _disabled: { opacity: 0.5, cursor: 'not-allowed', transform: 'none' },
  },
  variants: {
    variant: {
      primary: { bg: 'gold.solid', color: 'gold.onSolid', _hover: { bg: 'gold.solidHover' } },
      buy: { bg: 'buy.solid', color: 'white', _hover: { bg: 'buy.solidHover' } },
      sell: { bg: 'sell.solid', color: 'white', _hover: { bg: 'sell.solidHover' } },
      danger: { bg: 'sell.subtle', color: 'sell', _hover: { bg: 'sell.solid', color: 'white' } },
      quiet: { bg: 'hover', color: 'fg', _hover: { bg: 'line.strong' } },
      ghost: { bg: 'transparent', color: 'fg.muted', _hover: { bg: 'hover', color: 'fg' } },
    },
    size: {
      md: {},
      lg: { minHeight: '3.25rem', fontSize: 'md', borderRadius: 'lg' },
      sm: { paddingInline: '3.5' },
    },
    full: { true: { width: 'full' } },
  },
  defaultVariants: { variant: 'primary', size: 'md' },
} as const

const Base = chakra('button', buttonRecipe)

export type ButtonProps = {
  children: ReactNode
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  full?: boolean
  type?: 'button' | 'submit'
  /** Shows a spinner and ignores presses; the label keeps its space so that the layout does not move. */
  loading?: boolean
  disabled?: boolean
  icon?: ReactNode
  /** May return a promise: until it is settled, further presses are ignored. */
  onClick?: () => unknown
  'aria-describedby'?: string | undefined
  'aria-expanded'?: boolean
  'aria-label'?: string
  /** The id of the form that a submit button outside of it submits. */
  form?: string
  'data-testid'?: string
}

export function Button(props: ButtonProps) {
  const { children, loading = false, disabled = false, icon, type = 'button', onClick, ...rest } = props
  const press = useOnePress(() => onClick?.())
  return (
    <Base
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
      onClick={onClick && press}
    >
      {icon}
      <chakra.span opacity={loading ? '0' : '1'}>{children}</chakra.span>
      {loading && <Spinner />}
    </Base>
  )
}

/** A spinning ring in the middle of its positioned parent. */
function Spinner() {
  return (
    <chakra.span
      aria-hidden="true"
      position="absolute"
      inset="0"
      margin="auto"
      width="1.25rem"
      height="1.25rem"
      borderRadius="full"
      border="2px solid currentColor"
      borderTopColor="transparent"
      animation="turn 700ms linear infinite"
    />
  )
}

/**
 * Runs `act` for one press at a time. A press that arrives before the first one is drawn (a spinner, another page), or before the promise returned by
 * `act` is settled, is ignored.
 */
export function useOnePress<Given extends readonly unknown[]>(
  act: (...given: Given) => unknown,
): (...given: Given) => void {
  const isBusy = useRef(false)
  return (...given) => {
    if (isBusy.current) return
    isBusy.current = true
    // React Query notifies of a started mutation by a timer, which was set before this one.
    const free = () => setTimeout(() => (isBusy.current = false), 0)
    try {
      void Promise.resolve(act(...given)).then(free, free)
    } catch (error) {
      free()
      throw error
    }
  }
}
