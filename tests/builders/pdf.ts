/** A complete PDF of one empty page. @param inside further objects */
export function pdf(inside = ''): Buffer {
  const text = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>
endobj
${inside}
xref
0 1
0000000000 65535 f
trailer
<< /Size 4 /Root 1 0 R >>
startxref
9
%%EOF
`
  return Buffer.from(text, 'latin1')
}
