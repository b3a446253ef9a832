// Recorder of the percent-encoders of GNUstep Base. An NSString is UTF-16 code
// units and may hold lone surrogates.

#import <Foundation/Foundation.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *kind, *name, *call;
  NSString *(*run)(NSString *);
} Implementation;

#define ALLOWED(set)                                                     \
  static NSString *run##set(NSString *s) {                               \
    return [s stringByAddingPercentEncodingWithAllowedCharacters:        \
                  [NSCharacterSet set##CharacterSet]];                   \
  }
ALLOWED(URLFragmentAllowed)
ALLOWED(URLHostAllowed)
ALLOWED(URLPasswordAllowed)
ALLOWED(URLPathAllowed)
ALLOWED(URLQueryAllowed)
ALLOWED(URLUserAllowed)

static NSString *addEscapes(NSString *s) {
  return [s stringByAddingPercentEscapesUsingEncoding:NSUTF8StringEncoding];
}
static NSString *replaceEscapes(NSString *s) {
  return [s stringByReplacingPercentEscapesUsingEncoding:NSUTF8StringEncoding];
}
static NSString *removeEncoding(NSString *s) { return [s stringByRemovingPercentEncoding]; }

#define ENTRY(set)                                                            \
  {"encoder", #set,                                                           \
   "[s stringByAddingPercentEncodingWithAllowedCharacters:"                   \
   "[NSCharacterSet " #set "CharacterSet]]", run##set}
static const Implementation implementations[] = {
    ENTRY(URLFragmentAllowed),
    ENTRY(URLHostAllowed),
    ENTRY(URLPasswordAllowed),
    ENTRY(URLPathAllowed),
    ENTRY(URLQueryAllowed),
    ENTRY(URLUserAllowed),
    {"encoder", "stringByAddingPercentEscapesUsingEncoding",
     "[s stringByAddingPercentEscapesUsingEncoding:NSUTF8StringEncoding]", addEscapes},
    {"decoder", "stringByRemovingPercentEncoding", "[s stringByRemovingPercentEncoding]",
     removeEncoding},
    {"decoder", "stringByReplacingPercentEscapesUsingEncoding",
     "[s stringByReplacingPercentEscapesUsingEncoding:NSUTF8StringEncoding]", replaceEscapes},
};
enum { count = sizeof implementations / sizeof *implementations };

static unsigned digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

// Takes UTF-8 in hexadecimal, in which a lone surrogate has three octets.
static NSString *fromHex(const char *hex) {
  NSMutableData *units = [NSMutableData data];
  while (*hex) {
    unsigned octets[4] = {0}, n = 0, c;
    do {
      octets[n++] = digit(hex[0]) << 4 | digit(hex[1]);
      hex += 2;
    } while (*hex && n < 4 && (digit(hex[0]) & 0xC) == 8);
    if (octets[0] < 0x80) {
      c = octets[0];
    } else {
      c = octets[0] & (0xFF >> (n + 1));
      for (unsigned i = 1; i < n; i++) c = c << 6 | (octets[i] & 0x3F);
    }
    unichar u[2] = {c, 0};
    if (c > 0xFFFF) {
      u[0] = 0xD800 + ((c - 0x10000) >> 10);
      u[1] = 0xDC00 + (c & 0x3FF);
    }
    [units appendBytes:u length:c > 0xFFFF ? 4 : 2];
  }
  return [NSString stringWithCharacters:[units bytes] length:[units length] / 2];
}

// Prints s as UTF-8, control characters as spaces if it is a message.
static void print(NSString *s, BOOL asHex) {
  for (NSUInteger i = 0; i < [s length]; i++) {
    unsigned c = [s characterAtIndex:i];
    if (c >> 10 == 0xD800 >> 10 && i + 1 < [s length]) {
      unsigned low = [s characterAtIndex:i + 1];
      if (low >> 10 == 0xDC00 >> 10) {
        c = 0x10000 + ((c & 0x3FF) << 10 | (low & 0x3FF));
        i++;
      }
    }
    if (!asHex && (c < 32 || c == 127)) c = ' ';
    unsigned char o[4];
    int n = 0;
    if (c < 0x80) {
      o[n++] = c;
    } else if (c < 0x800) {
      o[n++] = 0xC0 | c >> 6;
    } else if (c < 0x10000) {
      o[n++] = 0xE0 | c >> 12;
      o[n++] = 0x80 | (c >> 6 & 0x3F);
    } else {
      o[n++] = 0xF0 | c >> 18;
      o[n++] = 0x80 | (c >> 12 & 0x3F);
      o[n++] = 0x80 | (c >> 6 & 0x3F);
    }
    if (c >= 0x80) o[n++] = 0x80 | (c & 0x3F);
    for (int j = 0; j < n; j++) printf(asHex ? "%02x" : "%c", o[j]);
  }
}

static void answer(const char *name, const char *hex) {
  CREATE_AUTORELEASE_POOL(pool);
  for (int i = 0; i < count; i++) {
    if (strcmp(name + strlen("gnustep."), implementations[i].name)) continue;
    NSString *result = nil;
    NSString *failure = @"nil";
    NS_DURING
      result = implementations[i].run(fromHex(hex));
    NS_HANDLER
      failure = [NSString stringWithFormat:@"%@: %@", [localException name], [localException reason]];
    NS_ENDHANDLER
    if (result == nil) {
      putchar('!');
      print(failure, NO);
    } else {
      print(result, YES);
    }
  }
  putchar('\n');
  fflush(stdout);
  RELEASE(pool);
}

int main(int argc, char **argv) {
  CREATE_AUTORELEASE_POOL(pool);
  if (argc == 2 && !strcmp(argv[1], "list")) {
    for (int i = 0; i < count; i++)
      printf("%s\tgnustep.%s\tObjective-C (GNUstep)\tGNUstep Base %d.%d.%d\tutf16\t%s\n",
             implementations[i].kind, implementations[i].name, GNUSTEP_BASE_MAJOR_VERSION,
             GNUSTEP_BASE_MINOR_VERSION, GNUSTEP_BASE_SUBMINOR_VERSION, implementations[i].call);
  } else if (argc == 2 && !strcmp(argv[1], "run")) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
      line[strcspn(line, "\n")] = 0;
      char *tab = strchr(line, '\t');
      if (tab == NULL) return 1;
      *tab = 0;
      answer(line, tab + 1);
    }
    free(line);
  } else {
    fprintf(stderr, "usage: run list|run\n");
    return 2;
  }
  RELEASE(pool);
  return 0;
}
