import { type Complaint, complain, type SourceFile } from './source-file.ts'

const LUMBER_ROOM = /(^|\/)(utils?|helpers?|common|misc|shared|hooks|types|constants)(\/|\.tsx?$)/

/** Rooms and files whose name says nothing of what is in them. */
export function checkNames(files: SourceFile[]): Complaint[] {
  return files
    .filter(({ path }) => LUMBER_ROOM.test(path))
    .map((file) => complain(file, 0, 'is a lumber room by its name; say what it is about'))
}

/** Files that only pass on what others export. */
export function checkBarrels(files: SourceFile[]): Complaint[] {
  return files
    .filter(({ program: { body } }) => {
      const passesOn = body.filter(
        (statement) =>
          statement.type === 'ExportAllDeclaration' ||
          (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
      )
      return passesOn.length > 0 && passesOn.length === body.length
    })
    .map((file) => complain(file, 0, 'is a barrel; import from the file itself'))
}
