import { createElement, type SVGProps } from 'react'

/** A drawing of Lucide: its shapes, each an element's name and attributes. */
interface Drawing {
  readonly size: number
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number }

/** What Lucide's own `createLucideIcon` does, as far as we use it; the build puts it in its place. */
export default function createIcon(drawing: Drawing) {
  return drawIcon.bind(null, drawing)
}

function drawIcon({ size: own, node }: Drawing, { size = own, ...rest }: IconProps) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: `0 0 ${own} ${own}`,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
      ...rest,
    },
    ...shapes,
  )
}
