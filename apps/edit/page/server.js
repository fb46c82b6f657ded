// Requests to the program that serves the page.

export class Refused extends Error {
  constructor(faults, status) {
    super(faults.map((fault) => fault.message).join('\n'));
    this.faults = faults;
    this.status = status;
  }
}

async function ask(path, body) {
  let response;
  try {
    response = await fetch(path, body === undefined ? {} :
      { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  } catch {
    throw new Refused([{ message: 'The editor has ended: its program no longer answers. Your pipeline is still in ' +
      'this page; copy the chain, then start sluice edit again.' }], 0);
  }
  if (response.ok) return response;
  const text = await response.text();
  let faults = [{ message: text.trim() }];
  try { faults = JSON.parse(text).faults || faults; } catch { /* plain text */ }
  throw new Refused(faults, response.status);
}

export const json = async (path, body) => (await ask(path, body)).json();

// A line of JSON, then bytes.
export async function bytes(path, body) {
  const buffer = new Uint8Array(await (await ask(path, body)).arrayBuffer());
  const end = buffer.indexOf(10);
  return { facts: JSON.parse(new TextDecoder().decode(buffer.subarray(0, end))), bytes: buffer.subarray(end + 1) };
}
