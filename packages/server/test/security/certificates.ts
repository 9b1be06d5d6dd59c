import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of the tests, and files of a server that hold what it issued. */
export interface Authority {
  /** The certificate of the authority itself, which clients trust. */
  readonly cert: string;
  issue(name: string): Promise<Certificate>;
}

export async function openAuthority(): Promise<Authority> {
  const root = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    cert: root.cert,
    issue: async (name) => {
      const made = await generate([{ name: 'commonName', value: name }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: { key: root.private, cert: root.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          {
            name: 'subjectAltName',
            altNames: [
              { type: 2, value: 'localhost' },
              { type: 7, ip: '127.0.0.1' },
            ],
          },
        ],
      });
      return { cert: made.cert, key: made.private };
    },
  };
}

/** Files that a server reads its certificate from. */
export interface CertificateFiles {
  /** `tls` of the server's settings. */
  readonly settings: { readonly cert: string; readonly key: string };
  /** Replaces both, each in one step. */
  write(certificate: Certificate): void;
  dispose(): void;
}

export function openCertificateFiles(certificate: Certificate): CertificateFiles {
  const folder = mkdtempSync(path.join(tmpdir(), 'manglecp-tls-'));
  const replace = (name: string, text: string): void => {
    writeFileSync(path.join(folder, 'next'), text);
    renameSync(path.join(folder, 'next'), path.join(folder, name));
  };
  const write = ({ cert, key }: Certificate): void => {
    replace('key.pem', key);
    replace('cert.pem', cert);
  };
  write(certificate);
  return {
    settings: { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') },
    write,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
