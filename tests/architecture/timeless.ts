import { TIMELESS } from './rooms.ts'
import { type Complaint, complain, type SourceFile, visit } from './source-file.ts'

const CLOCKS = /^(Date\.now|performance\.now|Math\.random|crypto\.\w+|globalThis\.\w+)$/
const GLOBALS = /^(setTimeout|setInterval|setImmediate|queueMicrotask|fetch|process|performance|crypto)$/

/** Clocks, chance and the outside world in rooms whose results must follow from their arguments. */
export function checkTimeless(files: SourceFile[]): Complaint[] {
  return files
    .filter(({ path }) => TIMELESS.some((room) => room.test(path)))
    .flatMap((file) => {
      const complaints: Complaint[] = []
      const tell = (offset: number, what: string) =>
        complaints.push(complain(file, offset, `${what} in a room that knows no clock, no chance and no world`))
      visit(file, {
        MemberExpression({ object, property, start }) {
          if (object.type !== 'Identifier' || property.type !== 'Identifier') return
          const name = `${object.name}.${property.name}`
          if (CLOCKS.test(name) || GLOBALS.test(object.name)) tell(start, name)
        },
        CallExpression({ callee, start }) {
          if (callee.type === 'Identifier' && GLOBALS.test(callee.name)) tell(start, callee.name)
        },
        NewExpression({ callee, arguments: given, start }) {
          if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0) tell(start, 'new Date()')
        },
      })
      return complaints
    })
}
