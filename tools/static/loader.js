// Starts Python from the parts of the page, and answers with a function that asks it.
/** A part of this page: base64 of gzip. */
async function part(name) {
  const packed = Uint8Array.from(atob(document.getElementById(name).textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function module(name) {
  return import(URL.createObjectURL(new Blob([await part(name)], { type: "text/javascript" })));
}

async function start() {
  const types = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
  const outside = globalThis.fetch;
  globalThis.fetch = async (address, ...more) => {
    // what Python is made of is in this page
    const name = String(address?.url ?? address)
      .split("/")
      .pop();
    return name in types
      ? new Response(await part(name), { headers: { "Content-Type": types[name] } })
      : outside(address, ...more);
  };
  const { loadPyodide } = await module("pyodide.mjs");
  const python = await loadPyodide({
    indexURL: "https://this.page.invalid/",
    createPyodideModule: (await module("pyodide.asm.mjs")).default,
    lockFileContents: JSON.parse(new TextDecoder().decode(await part("pyodide-lock.json"))),
  });
  globalThis.fetch = outside;
  python.unpackArchive(await part("paigow.zip"), "zip");
  python.runPython(new TextDecoder().decode(await part("page.py")));
  return (name, ...said) => JSON.parse(python.globals.get(name)(...said));
}
